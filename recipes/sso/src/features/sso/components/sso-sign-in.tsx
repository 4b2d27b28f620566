import { useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SignInMethod } from '#feature/sign-in-method.ts'
import { buttonClasses } from '#ui/button.tsx'
import { PROVIDER_ID } from '../sso.config.ts'

/** The link that starts single sign-on, if it is configured. It is no script, so that the sign-in page stays small. */
export const SsoSignIn: SignInMethod = ({ redirect }) => {
  const { t } = useTranslation('login')
  const { providers } = useRouteContext({ from: '__root__' }).init.environment
  if (!providers.includes(PROVIDER_ID)) return null
  return (
    <a href={`/api/auth/sso?redirect=${encodeURIComponent(redirect)}`} className={`${buttonClasses()} mt-3 w-full`}>
      {t('continueWith', { provider: 'SSO' })}
    </a>
  )
}
