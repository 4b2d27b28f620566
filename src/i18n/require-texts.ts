import type { i18n } from 'i18next'
import { AppError } from '#lib/app-error.ts'
import type { Language } from './languages.ts'

/** What i18next-http-backend says of a file that is not there any more: a newer release has files of other names. */
const GONE = /status code: (404|410)$/

/**
 * Fetches, in the browser, the texts of these namespaces that are not there yet, in the language that the page has once they
 * are: it may change meanwhile.
 * @throws {AppError} NO_CONNECTION when they cannot be had, after all tries: nobody shall read the keys in their place
 */
export async function requireTexts(i18n: i18n, namespaces: readonly string[]): Promise<void> {
  const { language } = i18n
  await requireTextsIn(i18n, language, namespaces)
  if (i18n.language !== language) await requireTexts(i18n, namespaces)
}

/**
 * Fetches in another language whatever has been shown in this one, also by pages that are opened meanwhile.
 * @throws {AppError} NO_CONNECTION when it cannot be had
 */
export async function requireShownTextsIn(i18n: i18n, language: Language): Promise<void> {
  const shown = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {})
  if (shown.every((namespace) => i18n.hasResourceBundle(language, namespace))) return
  await requireTextsIn(i18n, language, shown)
  await requireShownTextsIn(i18n, language)
}

/**
 * Fetches the texts of these namespaces in one language.
 * @throws {AppError} NO_CONNECTION when they cannot be had
 */
export async function requireTextsIn(i18n: i18n, language: string, namespaces: readonly string[]): Promise<void> {
  const isMissing = (namespace: string) => !i18n.hasResourceBundle(language, namespace)
  const missing = namespaces.filter(isMissing)
  if (missing.length === 0) return
  const causes: unknown[] = []
  const note = (_language: string, _namespace: string, cause: unknown) => causes.push(cause)
  i18n.on('failedLoading', note)
  // `loadNamespaces` would not try again what has failed before.
  await i18n.reloadResources(language, missing)
  i18n.off('failedLoading', note)
  if (missing.some(isMissing))
    throw Object.assign(new AppError('NO_CONNECTION'), { cause: causes.find(isGone) ?? causes[0] })
}

/**
 * Loads the document anew where texts are missing because a newer release has taken their files away.
 * Once for each file, so that one that stays away is no loop.
 * @param mayLeave is asked before the page is left
 * @returns whether the document is on its way
 */
export function reloadForTexts(failure: unknown, mayLeave: () => boolean = () => true): boolean {
  const cause = failure instanceof AppError ? failure.cause : undefined
  if (!isGone(cause)) return false
  const key = `latchkey.reloaded:${cause}`
  try {
    if (sessionStorage.getItem(key) !== null || !mayLeave()) return false
    sessionStorage.setItem(key, 'yes')
  } catch {
    // Without a memory there is no end to it.
    return false
  }
  window.location.reload()
  return true
}

function isGone(cause: unknown): cause is string {
  return typeof cause === 'string' && GONE.test(cause)
}
