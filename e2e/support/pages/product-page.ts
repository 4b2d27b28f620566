import type { Page } from '@playwright/test'
import type { Texts } from '../texts.ts'
import type { World } from '../world.ts'

/** The visitors who look at pages. */
export const VISITORS = ['nobody', 'newcomer', 'user', 'admin', 'impersonator', 'member'] as const

/** A page of the product in one of its states. */
export interface ProductPage {
  name: string
  /** The route it belongs to; null where none does. */
  route: string | null
  visitor: (typeof VISITORS)[number]
  path: string | ((world: World) => string)
  title: (texts: Texts, world: World) => string
  status?: number
  /** Brings about what no address leads to. */
  act?: (page: Page) => Promise<void>
  /** The only screen it is there on. */
  screen?: 'phone' | 'desktop'
}

/** Names pages that are told apart by their address or by what is done on them. */
export function pagesOf(shared: Pick<ProductPage, 'route' | 'visitor' | 'title'>) {
  return (name: string, path: ProductPage['path'], more: Partial<ProductPage> = {}): ProductPage => ({
    ...shared,
    name,
    path,
    ...more,
  })
}
