import type { i18n } from 'i18next'
import { AppError } from '#lib/app-error.ts'
import type { Language } from './languages.ts'

/** The message of i18next-http-backend for a file that is gone, because a newer release has files with other names. */
const MISSING_FILE = /status code: (404|410)$/

/**
 * Loads in the browser the missing texts of these namespaces. If the language changes while they load, the texts of the new
 * language are loaded.
 * @throws {AppError} NO_CONNECTION after the last failed attempt, because users must not see keys in place of texts
 */
export async function ensureTexts(i18n: i18n, namespaces: readonly string[]): Promise<void> {
  const { language } = i18n
  await ensureTextsIn(i18n, language, namespaces)
  if (i18n.language !== language) await ensureTexts(i18n, namespaces)
}

/**
 * Loads every namespace used so far in another language, including those of pages that are opened while loading.
 * @throws {AppError} NO_CONNECTION if loading fails
 */
export async function ensureShownTextsIn(i18n: i18n, language: Language): Promise<void> {
  const shown = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {})
  if (shown.every((namespace) => i18n.hasResourceBundle(language, namespace))) return
  await ensureTextsIn(i18n, language, shown)
  await ensureShownTextsIn(i18n, language)
}

/**
 * Fetches the texts of these namespaces in one language.
 * @throws {AppError} NO_CONNECTION if loading fails
 */
export async function ensureTextsIn(i18n: i18n, language: string, namespaces: readonly string[]): Promise<void> {
  const isMissing = (namespace: string) => !i18n.hasResourceBundle(language, namespace)
  const missing = namespaces.filter(isMissing)
  if (missing.length === 0) return
  const causes: unknown[] = []
  const note = (_language: string, _namespace: string, cause: unknown) => causes.push(cause)
  i18n.on('failedLoading', note)
  // Do not use `loadNamespaces`, because it does not retry a namespace that failed before.
  await i18n.reloadResources(language, missing)
  i18n.off('failedLoading', note)
  if (missing.some(isMissing))
    throw Object.assign(new AppError('NO_CONNECTION'), { cause: causes.find(isMissingFile) ?? causes[0] })
}

/**
 * Reloads the document if texts are missing because a newer release has removed their files.
 * It reloads once for each file, so that a file that stays missing causes no loop.
 * @param mayLeave called before the page is left
 * @param prepare called right before the reload; code after the reload might run too late to affect the new request
 * @returns whether the document is being reloaded
 */
export function reloadForTexts(failure: unknown, mayLeave = () => true, prepare = () => {}): boolean {
  const cause = failure instanceof AppError ? failure.cause : undefined
  if (!isMissingFile(cause)) return false
  const key = `reloaded:${cause}`
  try {
    if (sessionStorage.getItem(key) !== null || !mayLeave()) return false
    sessionStorage.setItem(key, 'yes')
  } catch {
    // Without storage, nothing would stop repeated reloads.
    return false
  }
  prepare()
  window.location.reload()
  return true
}

function isMissingFile(cause: unknown): cause is string {
  return typeof cause === 'string' && MISSING_FILE.test(cause)
}
