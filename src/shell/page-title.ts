import type { i18n } from 'i18next'
import { appConfig } from '#app.config'
import type { Translate } from '#i18n/namespaces.ts'
import type { AppInit } from './app-init.server.ts'

interface TitleContext {
  i18n: i18n
  init?: AppInit
  needsOnboarding?: boolean
}

/**
 * The `<title>` of a page: environment, page, product.
 * @param page picks the page's own name
 */
export function pageTitle(
  { i18n, init, needsOnboarding }: TitleContext,
  page: (t: Translate) => string,
): { meta: { title: string }[] } {
  const prefix = init?.environment.emoji ?? init?.environment.name
  const name = needsOnboarding ? i18n.t('onboarding:title') : page(i18n.t)
  return { meta: [{ title: `${prefix ? `${prefix} ` : ''}${name} · ${appConfig.name}` }] }
}
