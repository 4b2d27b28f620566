import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLoaderData, useRouteContext, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { requestCode, signInWithCode } from '#auth/auth-client.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { CodeForm } from '#one-time-code/code-form.tsx'
import type { CodeRequestState } from '#one-time-code/code-request.server.ts'
import { buttonClasses } from '#ui/button.tsx'
import { useRefusedForm } from '#ui/use-refused-form.ts'
import { codeRequestQuery } from '../login.queries.ts'

/** The page with the field for the code from the email. Signs in with this code. */
export function VerifyPage() {
  const { t } = useTranslation('login')
  const { email } = useLoaderData({ from: '/login/verify' })
  const { redirect } = useSearch({ from: '/login/verify' })
  const { isLocal, demoMode } = useRouteContext({ from: '__root__' }).init.environment
  const refused = useRefusedForm('enter-code', 'ask-for-code')
  const queryClient = useQueryClient()
  const { data: request } = useSuspenseQuery(codeRequestQuery(email))

  async function signIn(code: string) {
    await signInWithCode(email, code)
    // Load a new document, which has no data of a previous visitor. This page stays busy until the new one replaces it.
    window.location.assign(safeRedirectPath(redirect) ?? '/login')
  }

  async function sendNew() {
    await requestCode(email)
    await queryClient.invalidateQueries(codeRequestQuery(email))
  }

  const { state } = request
  return (
    <>
      <h1 className="text-heading font-semibold">
        {state && !state.demoCode ? t('verify.heading') : t('verify.title')}
      </h1>
      <p className="mt-1 mb-6 text-muted">
        {leadSentence(t, state)}{' '}
        <bdi className="inline-block max-w-full font-medium wrap-anywhere text-text">{email}</bdi>{' '}
        <span className="whitespace-nowrap">
          <span aria-hidden="true">{'· '}</span>
          <Link to="/login" search={{ email, redirect }} className="text-link">
            {t('verify.changeEmail')}
          </Link>
        </span>
      </p>
      <CodeForm
        plain={{
          enter: { intent: 'enter-code', email, redirect },
          sendNew: { intent: 'ask-for-code', email, redirect },
        }}
        refused={refused}
        state={state}
        readAt={request.readAt}
        submitLabel={t('verify.confirm')}
        busyLabel={t('verify.confirming')}
        onCode={signIn}
        onSendNew={sendNew}
      />
      {isLocal && !demoMode && (
        <a href="/dev/inbox" target="_blank" rel="noopener" className={`${buttonClasses()} mt-3 w-full`}>
          {t('verify.openInbox')}
        </a>
      )}
    </>
  )
}

/** Returns the sentence before the email address. If no code was requested (the user opened a link), the sentence says so. */
function leadSentence(t: TFunction<'login'>, state: CodeRequestState | null): string {
  if (!state) return t('verify.leadNotAsked')
  return state.demoCode ? t('verify.leadDemo') : t('verify.lead')
}
