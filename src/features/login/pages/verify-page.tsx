import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { signInWithCode } from '#auth/auth-client.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { CodeInput } from '../components/code-input.tsx'
import { CodeStatus } from '../components/code-status.tsx'
import { loginMessage } from '../login-messages.ts'
import { loginRequestQuery } from '../login.queries.ts'
import { codeField, messageKeyFor } from '../login.schema.ts'

interface VerifyPageProps {
  email: string
  redirect: string
  /** Local mode has an inbox to look into. */
  hasInbox: boolean
}

/** Takes the code from the e-mail, and shows what became of that e-mail. */
export function VerifyPage({ email, redirect, hasInbox }: VerifyPageProps) {
  const { t, i18n } = useTranslation('login')
  const { data: request } = useSuspenseQuery(loginRequestQuery(email))
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isChecking, setIsChecking] = useState(false)

  async function submit(typed: string) {
    const wrong = messageKeyFor(codeField, typed)
    if (wrong) return refuse(t(`messages.${wrong}`))
    setIsChecking(true)
    setError(undefined)
    try {
      await signInWithCode(email, typed)
      // A new document, so that nothing of the visitor before stays; the page stays busy until it is there.
      window.location.assign(safeRedirectPath(redirect) ?? '/login')
    } catch (failure) {
      setIsChecking(false)
      setCode('')
      refuse(loginMessage(t, failure, i18n.language))
    }
  }

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
  }

  function change(typed: string) {
    setCode(typed)
    if (error !== undefined && typed !== '') setError(undefined)
    if (typed.length === appConfig.loginCode.length && !isChecking) void submit(typed)
  }

  function confirm(event: FormEvent) {
    event.preventDefault()
    void submit(code)
  }

  return (
    <>
      <h1 className="text-lg font-semibold">{t('verify.heading')}</h1>
      <p className="mt-1 text-muted">
        {t('verify.lead')}{' '}
        <span className="block font-medium wrap-anywhere text-text">
          <bdi>{email}</bdi>
        </span>
      </p>
      <form method="post" noValidate onSubmit={confirm} className="mt-6">
        <label htmlFor={id} className="mb-1.5 block font-medium">
          {t('verify.code')}
        </label>
        <CodeInput
          ref={input}
          id={id}
          value={code}
          onChange={change}
          isWrong={error !== undefined}
          describedBy={`${id}-message`}
        />
        <FieldMessage
          id={`${id}-message`}
          hint={t('verify.codeHint', { count: appConfig.loginCode.length })}
          error={error}
          lines={2}
        />
        <Button type="submit" look="main" isBusy={isChecking} className="mt-1 w-full">
          {isChecking ? t('verify.confirming') : t('verify.confirm')}
        </Button>
      </form>
      <CodeStatus
        email={email}
        state={request.state}
        readAt={request.readAt}
        onSent={() => {
          setError(undefined)
          setCode('')
          input.current?.focus()
        }}
      />
      <Link to="/login" search={{ email, redirect }} className={`${buttonClasses('quiet')} w-full`}>
        {t('verify.useAnotherEmail')}
      </Link>
      {hasInbox && (
        <a href="/dev/inbox" target="_blank" rel="noopener" className={`${buttonClasses('quiet')} w-full`}>
          {t('verify.openInbox')}
        </a>
      )}
    </>
  )
}
