import type { i18n } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isErrorCode } from '#lib/app-error.ts'

/** The sentence for a failure, in the person's language; the catalogue is fetched with the first failure. */
export function useErrorText() {
  const { i18n } = useTranslation()
  const [errorText, setErrorText] = useState<string>()

  async function showError(error: unknown) {
    setErrorText(await errorTextOf(i18n, error))
  }

  return { errorText, showError, clearError: () => setErrorText(undefined) }
}

/** The same, once. */
export async function errorTextOf(i18n: i18n, error: unknown): Promise<string> {
  await i18n.loadNamespaces('errors')
  const code = error instanceof Error && 'code' in error && isErrorCode(error.code) ? error.code : 'UNKNOWN_ERROR'
  return i18n.t(`errors:${code}`)
}
