import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteContext } from '@tanstack/react-router'
import { postToAuth } from '#auth/auth-client.ts'
import { nameOfProvider } from '#auth/provider-names.ts'
import type { SignInMethod } from '#feature/sign-in-method.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { Button } from '#ui/button.tsx'
import { SOCIAL_PROVIDERS, type SocialProvider } from '../providers.ts'

// Invert GitHub's logo in dark mode, because it is black.
const LOGO_CLASSES: Record<SocialProvider, string> = { github: 'dark:invert', google: '' }

/** The sign-in buttons of all configured providers. */
export const SocialSignIn: SignInMethod = ({ redirect }) => {
  const { t, i18n } = useTranslation('login')
  const { providers } = useRouteContext({ from: '__root__' }).init.environment
  const configured = SOCIAL_PROVIDERS.filter((provider) => providers.includes(provider))
  const [leavingFor, setLeavingFor] = useState<SocialProvider>()
  const [error, setError] = useState<string>()

  async function startSocialSignIn(provider: SocialProvider) {
    setLeavingFor(provider)
    setError(undefined)
    try {
      // Fall back to /login, which redirects signed-in users to their home page.
      const callbackURL = safeRedirectPath(redirect) ?? '/login'
      const { url } = (await postToAuth('/sign-in/social', { provider, callbackURL })) as { url?: string }
      if (url) window.location.assign(url)
    } catch (failure) {
      setError(codeMessage(t, failure, i18n.language) ?? t('messages.failed'))
      setLeavingFor(undefined)
    }
  }

  if (configured.length === 0) return null
  return (
    <section className="mt-5 grid gap-3">
      <p className="mb-2 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {t('or')}
      </p>
      {configured.map((provider) => (
        <Button key={provider} isBusy={leavingFor === provider} onClick={() => void startSocialSignIn(provider)}>
          {leavingFor !== provider && (
            <img src={`/logos/${provider}.svg`} alt="" width={18} height={18} className={LOGO_CLASSES[provider]} />
          )}
          {t('continueWith', { provider: nameOfProvider(provider) })}
        </Button>
      ))}
      <p aria-live="polite" className="min-h-5 text-small text-danger">
        {error}
      </p>
    </section>
  )
}
