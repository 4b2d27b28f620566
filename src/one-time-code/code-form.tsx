import { useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { AppError } from '#lib/app-error.ts'
import type { RefusedForm } from '#lib/refused-form.ts'
import { Button } from '#ui/button.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { errorTextOf } from '#ui/use-error-text.ts'
import { codeErrorKey } from './code-field.ts'
import { CodeInput } from './code-input.tsx'
import { codeMessage } from './code-messages.ts'
import type { CodeRequestState } from './code-request.server.ts'
import { CodeStatus } from './code-status.tsx'

interface CodeFormProps {
  /** Null if this browser has not requested a code, or has used it. */
  state: CodeRequestState | null
  /** Time when the state was read, in milliseconds. */
  readAt: number
  /** Fields of the two forms without JavaScript: to enter the code, and to request a new one. */
  plain?: { enter: Record<string, string>; sendNew: Record<string, string> }
  /** The form that was sent without JavaScript and refused. */
  refused?: RefusedForm | undefined
  submitLabel: string
  busyLabel: string
  /** Whether the action cannot be undone, so that only the button submits. */
  isDangerous?: boolean
  /** Performs the action that the code confirms. The form stays busy afterwards, because the page navigates. */
  onCode: (code: string) => Promise<void>
  /** Requests a new code and refetches the state. */
  onSendNew: () => Promise<void>
}

/** Shows the form for the emailed code, and the state of that email. */
export function CodeForm(props: CodeFormProps) {
  const { state, readAt, plain, refused, submitLabel, busyLabel, isDangerous = false, onCode, onSendNew } = props
  const { t, i18n } = useTranslation('login')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState(
    () => refused && (problemOf(refused.fields.code) ?? codeMessage(t, refused.failure, i18n.language)),
  )
  const [isChecking, setIsChecking] = useState(false)
  const [isVoid, setIsVoid] = useState(false)

  function problemOf(typed: string | undefined) {
    const key = typed === undefined ? undefined : codeErrorKey(typed)
    return key && t(`messages.${key}`, { count: appConfig.loginCode.length })
  }

  async function submit(typed: string) {
    const problem = problemOf(typed)
    if (problem) return refuse(problem)
    setIsChecking(true)
    setError(undefined)
    try {
      await onCode(typed)
    } catch (refusal) {
      setIsChecking(false)
      setCode('')
      setIsVoid(refusal instanceof AppError && refusal.code === 'TOO_MANY_ATTEMPTS')
      refuse(codeMessage(t, refusal, i18n.language) ?? (await errorTextOf(i18n, refusal)))
    }
  }

  function refuse(message: string) {
    setError(message)
    input.current?.focus()
  }

  function change(typed: string) {
    setCode(typed)
    if (error !== undefined && typed !== '') setError(undefined)
    if (!isDangerous && typed.length === appConfig.loginCode.length && !isChecking) void submit(typed)
  }

  function confirm(event: FormEvent) {
    event.preventDefault()
    void submit(code)
  }

  return (
    <>
      <DemoCode code={state?.demoCode} />
      <form method="post" noValidate onSubmit={confirm}>
        {plain && <HiddenFields values={plain.enter} />}
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
          hint={t(state?.demoCode ? 'verify.codeHintDemo' : 'verify.codeHint', { count: appConfig.loginCode.length })}
          error={error}
          lines={1}
        />
        <Button
          type="submit"
          variant={isDangerous ? 'destructive' : 'primary'}
          isBusy={isChecking}
          className="mt-2 w-full"
        >
          {isChecking ? busyLabel : submitLabel}
        </Button>
      </form>
      <CodeStatus
        plain={plain?.sendNew}
        state={isVoid && state ? { ...state, isVoid } : state}
        readAt={readAt}
        onSendNew={onSendNew}
        onSent={() => {
          setError(undefined)
          setIsVoid(false)
          setCode('')
          input.current?.focus()
        }}
      />
    </>
  )
}

/** Shows the code itself if no mail is sent. */
function DemoCode({ code }: { code: string | undefined }) {
  const { t } = useTranslation('login')
  if (code === undefined) return null
  return (
    <p className="mb-4 rounded-control bg-info-surface p-3 text-info">
      {t('verify.demoCode')} <output className="font-semibold tracking-widest select-all">{code}</output>
    </p>
  )
}
