import type { i18n } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requireTexts } from '#i18n/require-texts.ts'
import { ERROR_STATUS, isErrorCode } from '#lib/app-error.ts'

/** How long the catalogue may take where nothing answers, in milliseconds. */
const CATALOGUE_MS = 1_500

/**
 * The sentence for a failure, in the person's language; the catalogue is fetched with the first failure.
 * @param initial what is said at first
 */
export function useErrorText(initial?: string) {
  const { i18n } = useTranslation()
  const [errorText, setErrorText] = useState(initial)

  async function showError(error: unknown) {
    setErrorText(await errorTextOf(i18n, error))
  }

  return { errorText, showError, clearError: () => setErrorText(undefined) }
}

/** The sentence for a failure, once; a plain one where the catalogue cannot be had. */
export async function errorTextOf(i18n: i18n, error: unknown): Promise<string> {
  const code = error instanceof Error && 'code' in error && isErrorCode(error.code) ? error.code : 'UNKNOWN_ERROR'
  const plain = i18n.t(ERROR_STATUS[code] === 503 ? 'common:pages.503.title' : 'common:pages.500.title')
  const exact = requireTexts(i18n, ['errors']).then(
    () => i18n.t(`errors:${code}`),
    () => plain,
  )
  if (code !== 'NO_CONNECTION') return exact
  // Where nothing answers, nobody waits for all tries at the catalogue.
  return Promise.race([exact, new Promise<string>((resolve) => setTimeout(() => resolve(plain), CATALOGUE_MS))])
}
