import type { i18n } from 'i18next'
import { appConfig } from '#app.config'
import type { Translate } from '#i18n/namespaces.ts'
import type { AppInit } from './app-init.server.ts'
import { pageErrorFor, siteOrigin } from './page.ts'

/** The part of a route's match that the title of its page depends on. */
interface TitledMatch {
  status: 'pending' | 'success' | 'error' | 'notFound'
  error?: unknown
  /** Whether no page matches the rest of the address. */
  _notFound?: boolean
  context: { i18n: i18n; init?: AppInit; needsOnboarding?: boolean }
}

interface TitleTag {
  meta: { title: string }[]
}

/**
 * Returns the `<title>` of a page: environment, page, product. Returns none for a failed page.
 * @param page returns the page's own name
 */
export function pageTitle(match: TitledMatch, page: (t: Translate) => string): TitleTag {
  if (hasFailed(match)) return { meta: [] }
  const { i18n, needsOnboarding } = match.context
  return titleWithProductName(match, needsOnboarding ? i18n.t('onboarding:title') : page(i18n.t))
}

/** Returns the meta tags for shared links to a page: name, description and picture. */
export function shareMetaTags({ context: { i18n } }: TitledMatch, description: (t: Translate) => string) {
  return [
    { name: 'description', content: description(i18n.t) },
    { property: 'og:title', content: appConfig.name },
    { property: 'og:description', content: description(i18n.t) },
    { property: 'og:type', content: 'website' },
    // Other sites fetch the picture, so it needs an absolute URL.
    { property: 'og:image', content: `${siteOrigin()}/share.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** Returns the `<title>` if no page sets one: the title of the failure, otherwise the product's name. */
export function fallbackTitle(root: TitledMatch, matches: readonly TitledMatch[]): TitleTag {
  const failed = matches.find(hasFailed)
  if (!failed) return { meta: [{ title: appConfig.name }] }
  const error = failed.status === 'error' ? pageErrorFor(failed.error) : '404'
  return titleWithProductName(root, root.context.i18n.t(`pages.${error}.title`))
}

function titleWithProductName({ context: { init } }: TitledMatch, name: string): TitleTag {
  const prefix = init?.environment.emoji ?? init?.environment.name
  return { meta: [{ title: `${prefix ? `${prefix} ` : ''}${name} · ${appConfig.name}` }] }
}

function hasFailed({ status, _notFound }: TitledMatch): boolean {
  return status === 'error' || status === 'notFound' || _notFound === true
}
