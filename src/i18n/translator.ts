import type { ParsedLocation } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { i18n } from 'i18next'
import { currentRequest } from '#request/request-context.server.ts'
import type { Namespace } from './namespaces.ts'
import { reloadForTexts, ensureTexts } from './require-texts.ts'
import { createBrowserTranslator, startTranslator, type DehydratedTexts } from './translator.client.ts'
import { textsFor, translatorFor } from './translators.server.ts'

/** Milliseconds until missing texts are reported, if the user has refused the reload to keep their input. */
const RELOAD_MS = 10_000

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Namespaces whose texts this route shows. The texts are loaded before the route is rendered. */
    namespaces?: Namespace[]
  }
}

interface RouteMatch {
  staticData?: { namespaces?: Namespace[] }
  /** Can have `namespaces` that are known only after the route has loaded. The route then loads their texts itself. */
  context?: unknown
  /** Can have `namespaces`, like `context`. */
  loaderData?: unknown
}

/** Creates the translator. The server uses one for all requests in a language; the browser's is empty at first. */
export const createTranslator: () => i18n = createIsomorphicFn()
  .server(() => translatorFor(currentRequest().language))
  .client(() => createBrowserTranslator())

/** Collects, on the server, the texts that the matched routes show. */
export const dehydrateTexts: (matches: readonly RouteMatch[]) => DehydratedTexts = createIsomorphicFn()
  .server((matches: readonly RouteMatch[]) => {
    const { language } = currentRequest()
    return { language, texts: textsFor(language, namespacesOf(matches)) }
  })
  .client((): never => {
    throw new Error('texts are dehydrated by the server')
  })

/** Starts the translator, in the browser, with the texts that the server dehydrated. */
export const hydrateTexts: (translator: i18n, dehydrated: DehydratedTexts) => void = createIsomorphicFn()
  .server((_translator: i18n, _dehydrated: DehydratedTexts) => undefined)
  .client((translator: i18n, dehydrated: DehydratedTexts) => startTranslator(translator, dehydrated))

/**
 * Loads in the browser the missing texts of these routes. If a newer release has removed their files, the document is reloaded.
 * A page that is only preloaded is not reloaded, unless the user follows its link meanwhile.
 * @param location where the routes are shown
 * @throws {AppError} NO_CONNECTION if they cannot be loaded
 */
export const loadTexts: (translator: i18n, matches: readonly RouteMatch[], location: ParsedLocation) => Promise<void> =
  createIsomorphicFn()
    .server((_translator: i18n, _matches: readonly RouteMatch[], _location: ParsedLocation) => Promise.resolve())
    .client(async (translator: i18n, matches: readonly RouteMatch[], location: ParsedLocation) => {
      try {
        await ensureTexts(translator, namespacesOf(matches))
      } catch (failure) {
        // If the user stays on the page to keep their input, the failure is shown after a while.
        if (isCurrentLocation(location) && reloadForTexts(failure))
          await new Promise((resolve) => setTimeout(resolve, RELOAD_MS))
        throw failure
      }
    })

/** Whether the address bar already shows a location. It shows the new one from the moment a link is followed. */
function isCurrentLocation({ publicHref }: ParsedLocation): boolean {
  const { pathname, search } = new URL(publicHref, window.location.href)
  return window.location.pathname === pathname && window.location.search === search
}

function namespacesOf(matches: readonly RouteMatch[]): Namespace[] {
  const named = matches.flatMap(({ staticData, ...found }) => [
    staticData,
    found.context as RouteMatch['staticData'],
    found.loaderData as RouteMatch['staticData'],
  ])
  return [...new Set<Namespace>(['common', ...named.flatMap((some) => some?.namespaces ?? [])])]
}
