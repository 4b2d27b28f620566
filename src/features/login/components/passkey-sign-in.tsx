import { useHydrated } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppError } from '#lib/app-error.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { Button } from '#ui/button.tsx'

/** Milliseconds before the script for passkeys is loaded: users who type their address right away do not need it. */
const AUTOFILL_AFTER_MS = 1_500

/**
 * Sign-in by passkey, if the browser supports it: a button, and suggestions in the address field. An empty placeholder avoids a
 * layout shift until a script checks the support. The script for passkeys is loaded at first use, or after `AUTOFILL_AFTER_MS`.
 */
export function PasskeySignIn({ redirect }: { redirect: string }) {
  const { t, i18n } = useTranslation('login')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function signIn(isAutofill: boolean) {
    try {
      const { signInWithPasskey } = await import('#auth/sign-in-with-passkey.ts')
      await signInWithPasskey(isAutofill)
      // Load a new document, which has no data of a previous visitor. This page stays busy until the new one replaces it.
      window.location.assign(safeRedirectPath(redirect) ?? '/login')
    } catch (failure) {
      // Show no error if the user ignores the passkeys that the address field suggests.
      if (isAutofill && !(failure instanceof AppError && failure.code !== 'TOO_MANY_REQUESTS')) return
      setError((failure instanceof AppError && codeMessage(t, failure, i18n.language)) || t('passkey.failed'))
      setIsBusy(false)
    }
  }

  function press() {
    setIsBusy(true)
    setError(undefined)
    void signIn(false)
  }

  const suggest = useEffectEvent(async () => {
    if (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) await signIn(true)
  })
  useEffect(() => {
    const timer = setTimeout(() => void suggest(), AUTOFILL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  const isHydrated = useHydrated()
  if (isHydrated && !window.PublicKeyCredential) return null
  return (
    <div className="mt-3">
      {isHydrated ? (
        <Button className="w-full" isBusy={isBusy} onClick={press}>
          {t('passkey.continue')}
        </Button>
      ) : (
        <div className="min-h-control" />
      )}
      <p aria-live="polite" className="mt-1.5 min-h-5 text-small text-danger">
        {error}
      </p>
    </div>
  )
}
