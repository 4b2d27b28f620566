import { useState, type ReactNode } from 'react'
import { useNavigate, useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { requestCode } from '#auth/auth-client.ts'
import { withAsciiDomain } from '#lib/ascii-domain.ts'
import type { AppError } from '#lib/app-error.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { EmailOrUrlField } from '#ui/text-field.tsx'
import { Button } from '#ui/button.tsx'
import { HiddenFields, useOneFieldForm } from '#ui/plain-form.tsx'
import { useRefusedForm } from '#ui/use-refused-form.ts'
import { PasskeySignIn } from '../components/passkey-sign-in.tsx'

/** The sign-in page. Sends a code to the email address that the user enters. `children` are other ways to sign in. */
export function LoginPage({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation('login')
  const { redirect, email } = useSearch({ from: '/login/' })
  const { demoMode: isDemo, signUpEnabled } = useRouteContext({ from: '__root__' }).init.environment
  const refused = useRefusedForm('ask-for-code')
  const [isWorking, setIsWorking] = useState(false)
  const navigate = useNavigate()
  const router = useRouter()
  const failureText = (refusal: unknown) => codeMessage(t, refusal, i18n.language) ?? t('messages.failed')
  const { input, error, isBusy, onSubmit } = useOneFieldForm({
    initialError:
      refused && (refused.fields.email?.trim() ? failureText(refused.failure) : t('messages.emailRequired')),
    findProblem: (typed) => {
      const problem = problemOf(typed)
      return problem && t(`messages.${problem}`, { count: appConfig.user.emailMaxLength })
    },
    failureText,
    onSend: async (typed) => {
      // Load the code of the next page while the server sends the email.
      void router.loadRouteChunk(router.routesByPath['/login/verify'])
      const address = withAsciiDomain(typed.trim().toLowerCase())
      await requestCode(address, () => setIsWorking(true))
        .catch(continueWithLiveCode)
        .finally(() => setIsWorking(false))
      // Put the address into the URL of this page, so that the field contains it when the user goes back.
      await navigate({ to: '/login', search: { email: address, redirect }, replace: true })
      await navigate({ to: '/login/verify', search: { email: address, redirect } })
    },
  })

  function buttonText() {
    if (isWorking) return t('working')
    return isBusy ? t('sending') : t('continueWithEmail')
  }

  return (
    <>
      <h1 className="text-heading font-semibold">{signUpEnabled ? t('heading') : t('headingSignInOnly')}</h1>
      <p className="mt-1 text-balance text-muted">{isDemo ? t('demoLead') : t('lead')}</p>
      {isDemo && <DemoAccounts redirect={redirect} />}
      <form method="post" noValidate onSubmit={onSubmit} className="mt-6">
        <HiddenFields values={{ intent: 'ask-for-code', redirect }} />
        <EmailOrUrlField
          ref={input}
          label={t('email')}
          name="email"
          type="email"
          autoComplete={isDemo ? 'username' : 'username webauthn'}
          autoFocus
          defaultValue={refused?.fields.email ?? email}
          placeholder={t('emailPlaceholder')}
          error={error}
          errorLines={1}
        />
        <Button type="submit" variant="primary" isBusy={isBusy} className="mt-1 w-full">
          {buttonText()}
        </Button>
        <p role="status" className="sr-only">
          {isWorking && t('working')}
        </p>
      </form>
      {/* A demo has no passkeys. */}
      {!isDemo && <PasskeySignIn redirect={redirect} />}
      {children}
    </>
  )
}

/** The buttons that start a sign-in to the demo as one of its users, by requesting a code. */
function DemoAccounts({ redirect }: { redirect: string }) {
  const { t } = useTranslation('login')
  return (['admin', 'user'] as const).map((role) => (
    <form key={role} method="post" className={role === 'admin' ? 'mt-6' : 'mt-3'}>
      <HiddenFields values={{ intent: 'ask-for-code', redirect, email: `${role}@example.com` }} />
      <Button type="submit" className="w-full">
        {t(`demoAs.${role}`)}
      </Button>
    </form>
  ))
}

/** Ignores the refusal of a code if the previous code is still valid, so that the user continues to the code field. */
function continueWithLiveCode(refusal: AppError): void {
  if (!refusal.details?.hasLiveCode) throw refusal
}

/**
 * Returns the error in an address, mostly by the validation of the browser. The server checks by a stricter schema, which is not
 * used here because of the size of its library. Accepts international domains, which some browsers refuse but the server accepts.
 */
function problemOf({ value, validity }: HTMLInputElement) {
  const typed = value.trim()
  if (typed === '') return 'emailRequired'
  if (typed.length > appConfig.user.emailMaxLength) return 'emailTooLong'
  return validity.typeMismatch && withAsciiDomain(typed) === typed ? 'emailInvalid' : undefined
}
