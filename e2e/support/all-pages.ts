import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { apiKeyPages } from './pages/api-key-pages.ts'
import { apiReferencePages } from './pages/api-reference-pages.ts'
import { errorPages } from './pages/error-pages.ts'
import { historyPages } from './pages/history-pages.ts'
import { historyExportPages } from './pages/history-pages.export.ts'
import { importPages } from './pages/import-pages.ts'
import { managerPages } from './pages/manager-pages.ts'
import { notificationPages } from './pages/notification-pages.ts'
import { organizationPages } from './pages/organization-pages.ts'
import { userManagementPages } from './pages/user-management-pages.ts'
import { palettePages } from './pages/palette-pages.ts'
import type { ProductPage } from './pages/product-page.ts'
import { repositoryPages } from './pages/repository-pages.ts'
import { savedViewsPages } from './pages/saved-views-pages.ts'
import { signInPages } from './pages/sign-in-pages.ts'
import { systemPages } from './pages/system-pages.ts'
import { userPages } from './pages/user-pages.ts'
import { webhookPages } from './pages/webhook-pages.ts'

/** Every page of the product, in every state that an address or a few clicks lead to. */
export const ALL_PAGES: readonly ProductPage[] = [
  ...signInPages,
  ...errorPages,
  ...userPages,
  ...managerPages,
  ...apiKeyPages,
  ...apiReferencePages,
  ...historyPages,
  ...historyExportPages,
  ...repositoryPages,
  ...userManagementPages,
  ...importPages,
  ...savedViewsPages,
  ...organizationPages,
  ...notificationPages,
  ...palettePages,
  ...webhookPages,
  ...systemPages,
]

/** The features whose pages are tested, if `npm test -- --changed` has chosen some. */
const chosen = process.env.TEST_FEATURES?.split(',')

/** The pages that are tested: all, or those of the chosen features. */
export const TESTED_PAGES = chosen ? ALL_PAGES.filter(({ route }) => isOfFeature(route, chosen)) : ALL_PAGES

/** Returns whether a page is the first state of its route, before any click. `npm test` checks the other states only in English. */
export function isFirstState({ name, route, status = 200 }: ProductPage): boolean {
  if (route === null) return true
  const states = ALL_PAGES.filter((page) => page.route === route && (page.status ?? 200) === status)
  return name === (states.find(({ act }) => !act) ?? states[0])?.name
}

function isOfFeature(route: string | null, features: string[]): boolean {
  const file = [`src/routes${route}.tsx`, `src/routes${route}index.tsx`].find((name) => existsSync(name))
  if (file === undefined) return false
  const text = readFileSync(file, 'utf8')
  // Pages that both areas share are in files next to the routes.
  const shared = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => path.join(path.dirname(file), from))
  const texts = [text, ...shared.map((name) => readFileSync(name, 'utf8'))]
  return features.some((feature) => texts.some((one) => one.includes(`#features/${feature}/`)))
}
