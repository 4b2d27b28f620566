import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { errorTextOf } from '#ui/use-error-text.ts'

/** Runs what asks the browser for a passkey; says in words when none came of it. */
export function usePasskeyAction(act: () => Promise<void>) {
  const { t, i18n } = useTranslation('passkeys')
  const [isBusy, setIsBusy] = useState(false)
  const [errorText, setErrorText] = useState<string>()

  async function textOf(error: unknown): Promise<string> {
    if (error instanceof AppError) return errorTextOf(i18n, error)
    if (!('PublicKeyCredential' in window)) return t('unsupported')
    return error instanceof Error && error.name === 'InvalidStateError' ? t('exists') : t('failed')
  }

  async function run() {
    setIsBusy(true)
    setErrorText(undefined)
    try {
      await act()
    } catch (error) {
      setErrorText(await textOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, errorText, run: () => void run() }
}
