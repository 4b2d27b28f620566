import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signInWithProvider } from '#auth/auth-client.ts'
import { PROVIDER_NAMES, type SocialProvider } from '#auth/social-providers.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { Button } from '#ui/button.tsx'

// GitHub's mark is black.
const LOGO_CLASSES: Record<SocialProvider, string> = { github: 'dark:invert', google: '' }

interface SocialSignInProps {
  providers: SocialProvider[]
  redirect: string
}

/** The buttons that sign in through each provider that is configured. */
export function SocialSignIn({ providers, redirect }: SocialSignInProps) {
  const { t, i18n } = useTranslation('login')
  const [leavingFor, setLeavingFor] = useState<SocialProvider>()
  const [error, setError] = useState<string>()

  async function startSocialSignIn(provider: SocialProvider) {
    setLeavingFor(provider)
    setError(undefined)
    try {
      // /login sends those who are signed in onward to their own home.
      await signInWithProvider(provider, safeRedirectPath(redirect) ?? '/login')
    } catch (failure) {
      setError(codeMessage(t, failure, i18n.language) ?? t('messages.failed'))
      setLeavingFor(undefined)
    }
  }

  return (
    <section className="mt-5 grid gap-3">
      <p className="mb-2 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {t('or')}
      </p>
      {providers.map((provider) => (
        <Button key={provider} isBusy={leavingFor === provider} onClick={() => void startSocialSignIn(provider)}>
          {leavingFor !== provider && (
            <img src={`/logos/${provider}.svg`} alt="" width={18} height={18} className={LOGO_CLASSES[provider]} />
          )}
          {t('continueWith', { provider: PROVIDER_NAMES[provider] })}
        </Button>
      ))}
      <p aria-live="polite" className="min-h-5 text-small text-danger">
        {error}
      </p>
    </section>
  )
}
