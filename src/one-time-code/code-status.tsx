import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { codeMessage } from './code-messages.ts'
import type { CodeRequestState } from './code-request.server.ts'
import { MailState } from './mail-state.tsx'
import { useCountdown } from './use-countdown.ts'

interface CodeStatusProps {
  /** Null when this browser has not asked for a code, or has used it. */
  state: CodeRequestState | null
  /** When the state was read, in milliseconds. */
  readAt: number
  /** What the form sends when no script asks for the new code. */
  plain?: Record<string, string> | undefined
  /** Asks for a new code and renews the state. */
  onSendNew: () => Promise<void>
  onSent: () => void
}

/** The true state of the mail, the remaining life of its code, and how to get a new one. */
export function CodeStatus({ state, readAt, plain, onSendNew, onSent }: CodeStatusProps) {
  const { t, i18n } = useTranslation('login')
  const pause = useCountdown(state?.secondsUntilNextSend ?? 0, readAt)
  const isAlive = useIsHydrated()
  const [isSending, setIsSending] = useState(false)
  const [hasSentNew, setHasSentNew] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function sendNew(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setIsSending(true)
    setProblem(undefined)
    try {
      await onSendNew()
      setHasSentNew(state !== null)
      onSent()
    } catch (failure) {
      setProblem(codeMessage(t, failure, i18n.language) ?? (await errorTextOf(i18n, failure)))
    } finally {
      setIsSending(false)
    }
  }

  return (
    <div className="mt-3 text-small text-muted">
      <form
        method="post"
        onSubmit={(event) => void sendNew(event)}
        className="flex flex-wrap items-center justify-between gap-x-4"
      >
        {plain && <HiddenFields values={plain} />}
        {!state?.demoCode && <MailState state={state?.mailState} isOfNewCode={hasSentNew} problem={problem} />}
        {state && <CodeLife isVoid={state.isVoid} seconds={state.secondsOfLife} readAt={readAt} />}
        <SendButton isFirst={state === null} pause={pause} isSending={isSending} isAlive={isAlive} />
      </form>
      {isAlive && pause === 0 && isLate(state) && <p>{t('verify.mail.late')}</p>}
    </div>
  )
}

/** Whether the mail, whose pause is over, should be there by now. */
function isLate(state: CodeRequestState | null): boolean {
  return state?.mailState === 'sent' && !state.demoCode
}

interface SendButtonProps {
  /** No code was asked for yet. */
  isFirst: boolean
  /** The seconds until it may be pressed. */
  pause: number
  isSending: boolean
  /** Without scripts nothing counts down: there the button stays usable, and the server decides. */
  isAlive: boolean
}

function SendButton({ isFirst, pause, isSending, isAlive }: SendButtonProps) {
  const { t } = useTranslation('login')
  const label = isFirst ? t('verify.send') : t('verify.sendNew')
  return (
    <button
      type="submit"
      aria-disabled={isSending || undefined}
      disabled={isAlive && pause > 0}
      className="min-h-control text-link tabular-nums disabled:text-muted disabled:no-underline"
    >
      {pause > 0 ? t('verify.sendNewIn', { time: clock(pause) }) : label}
    </button>
  )
}

function CodeLife({ isVoid, seconds, readAt }: { isVoid: boolean; seconds: number; readAt: number }) {
  const { t } = useTranslation('login')
  const left = useCountdown(seconds, readAt)
  if (isVoid) return <p className="text-danger">{t('verify.void')}</p>
  return (
    <p className={`tabular-nums ${left > 0 ? '' : 'text-danger'}`}>
      {left > 0 ? t('verify.validFor', { time: clock(left) }) : t('verify.expired')}
    </p>
  )
}

/** 245 → 4:05 */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
