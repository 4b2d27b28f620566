import { createIsomorphicFn } from '@tanstack/react-start'
import type { i18n } from 'i18next'
import { currentRequest } from '#request/request-context.server.ts'
import type { Namespace } from './namespaces.ts'
import { reloadForTexts, requireTexts } from './require-texts.ts'
import { createBrowserTranslator, startTranslator, type DehydratedTexts } from './translator.client.ts'
import { textsFor, translatorFor } from './translators.server.ts'

/** How long a document that is loaded anew may take until its page is said to have failed, in milliseconds. */
const RELOAD_MS = 10_000

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Namespaces whose texts this route shows. They are there before it is rendered. */
    namespaces?: Namespace[]
  }
}

interface Match {
  staticData?: { namespaces?: Namespace[] }
  /** In `namespaces` what a route finds out that it shows while it is being loaded; it sees to those texts itself. */
  context?: unknown
  /** The same. */
  loaderData?: unknown
}

/** Creates the translator: on the server the shared one of the request's language, in the browser an empty one. */
export const createTranslator: () => i18n = createIsomorphicFn()
  .server(() => translatorFor(currentRequest().language))
  .client(() => createBrowserTranslator())

/** Collects, on the server, the texts that the matched routes show. */
export const dehydrateTexts: (matches: readonly Match[]) => DehydratedTexts = createIsomorphicFn()
  .server((matches: readonly Match[]) => {
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
 * Fetches, in the browser, the texts that these routes show and that are not there yet. Where a newer release has taken
 * them away, the document is loaded anew, unless the page is only looked at beforehand.
 * @throws {AppError} NO_CONNECTION when they cannot be had
 */
export const loadTexts: (translator: i18n, matches: readonly Match[], isPreload: boolean) => Promise<void> =
  createIsomorphicFn()
    .server((_translator: i18n, _matches: readonly Match[], _isPreload: boolean) => Promise.resolve())
    .client(async (translator: i18n, matches: readonly Match[], isPreload: boolean) => {
      try {
        await requireTexts(translator, namespacesOf(matches))
      } catch (failure) {
        // Whoever chooses to stay, for what they have typed, is told after a while.
        if (!isPreload && reloadForTexts(failure)) await new Promise((resolve) => setTimeout(resolve, RELOAD_MS))
        throw failure
      }
    })

function namespacesOf(matches: readonly Match[]): Namespace[] {
  const named = matches.flatMap(({ staticData, ...found }) => [
    staticData,
    found.context as Match['staticData'],
    found.loaderData as Match['staticData'],
  ])
  return [...new Set<Namespace>(['common', ...named.flatMap((some) => some?.namespaces ?? [])])]
}
