import type { i18n } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ensureTexts } from '#i18n/require-texts.ts'
import { ERROR_STATUS, isErrorCode } from '#lib/app-error.ts'
import { showFailure } from './toast.ts'

/** The maximum time in milliseconds to wait for the texts of errors without a connection. */
const ERROR_TEXTS_TIMEOUT_MS = 1_500

interface ErrorTextOptions {
  /** The initial message. */
  initial?: string | undefined
  /** Returns a specific message for an error; undefined for the general one. */
  ownText?: (error: unknown) => string | undefined
}

/** Holds the message for an error in the user's language; the texts of errors are loaded with the first error. */
export function useErrorText({ initial, ownText }: ErrorTextOptions = {}) {
  const { i18n } = useTranslation()
  const [errorText, setErrorText] = useState(initial)

  async function showError(error: unknown) {
    setErrorText(ownText?.(error) ?? (await errorTextOf(i18n, error)))
  }

  return { errorText, showError, clearError: () => setErrorText(undefined) }
}

/** Runs an action; holds whether it is running, and the message for its error. */
export function useAction(options?: ErrorTextOptions) {
  const { errorText, showError, clearError } = useErrorText(options)
  const [isBusy, setIsBusy] = useState(false)

  async function run(act: () => Promise<unknown>) {
    setIsBusy(true)
    clearError()
    try {
      await act()
    } catch (error) {
      await showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return { errorText, isBusy, run: (act: () => Promise<unknown>) => void run(act) }
}

/** Returns a function that runs an action, and shows a toast if the action fails. */
export function useFailureToast() {
  const { i18n } = useTranslation()
  return (act: () => Promise<unknown>) =>
    act().catch(async (error: unknown) => showFailure(await errorTextOf(i18n, error)))
}

/** Returns the message for an error; a general one if the texts of errors cannot be loaded. */
export async function errorTextOf(i18n: i18n, error: unknown): Promise<string> {
  const code = error instanceof Error && 'code' in error && isErrorCode(error.code) ? error.code : 'UNKNOWN_ERROR'
  const plain = i18n.t(ERROR_STATUS[code] === 503 ? 'common:pages.503.title' : 'common:pages.500.title')
  const exact = ensureTexts(i18n, ['errors']).then(
    () => i18n.t(`errors:${code}`),
    () => plain,
  )
  if (code !== 'NO_CONNECTION') return exact
  // Without a connection, users do not wait for all attempts to load the texts.
  return Promise.race([
    exact,
    new Promise<string>((resolve) => setTimeout(() => resolve(plain), ERROR_TEXTS_TIMEOUT_MS)),
  ])
}
