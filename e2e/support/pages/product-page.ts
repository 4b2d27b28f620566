import type { Page } from '@playwright/test'
import type { Texts } from '../texts.ts'
import type { World } from '../world.ts'

/** The kinds of visitors who open pages in the tests. */
export const VISITORS = ['nobody', 'newcomer', 'user', 'admin', 'impersonator', 'member'] as const

/** A page of the product in one of its states. */
export interface ProductPage {
  name: string
  /** The route of the page; null if the page belongs to no route. */
  route: string | null
  visitor: (typeof VISITORS)[number]
  path: string | ((world: World) => string)
  title: (texts: Texts, world: World) => string
  status?: number
  /** Brings the page into a state that no address leads to. */
  act?: (page: Page) => Promise<void>
  /** The only screen on which the page exists. */
  screen?: 'phone' | 'desktop'
}

/** Returns a function that describes pages with these shared properties, which differ in their address or actions. */
export function pagesOf(shared: Pick<ProductPage, 'route' | 'visitor' | 'title'>) {
  return (name: string, path: ProductPage['path'], more: Partial<ProductPage> = {}): ProductPage => ({
    ...shared,
    name,
    path,
    ...more,
  })
}
