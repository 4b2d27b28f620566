import { useHydrated } from '@tanstack/react-router'
import { useState, type FormEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { MailState as MailStateName } from '#lib/code-purpose.ts'
import { ErrorIcon, MailIcon } from '#ui/icons.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { codeMessage } from './code-messages.ts'
import type { CodeRequestState } from './code-request.server.ts'

interface CodeStatusProps {
  /** Null if this browser has not requested a code, or has used it. */
  state: CodeRequestState | null
  /** Time when the state was read, in milliseconds. */
  readAt: number
  /** Fields of the form that requests a new code without JavaScript. */
  plain?: Record<string, string> | undefined
  /** Requests a new code and refetches the state. */
  onSendNew: () => Promise<void>
  onSent: () => void
}

/** Shows the state of the mail, the remaining lifetime of its code, and the button to request a new code. */
export function CodeStatus({ state, readAt, plain, onSendNew, onSent }: CodeStatusProps) {
  const { t, i18n } = useTranslation('login')
  const pause = useCountdown(state?.secondsUntilNextSend ?? 0, readAt)
  const isHydrated = useHydrated()
  const [hasSentNew, setHasSentNew] = useState(false)
  const ownText = (failure: unknown) => codeMessage(t, failure, i18n.language)
  const { errorText, isBusy: isSending, run } = useAction({ ownText })

  async function sendNew() {
    await onSendNew()
    setHasSentNew(state !== null)
    onSent()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSending) run(sendNew)
  }

  return (
    <div className="mt-3 text-small text-muted">
      <form method="post" onSubmit={submit} className="flex flex-wrap items-center justify-between gap-x-4">
        {plain && <HiddenFields values={plain} />}
        {!state?.demoCode && <MailStateText state={state?.mailState} isOfNewCode={hasSentNew} problem={errorText} />}
        {state && <CodeLifetime isVoid={state.isVoid} seconds={state.secondsOfLife} readAt={readAt} />}
        <SendButton isFirst={state === null} pause={pause} isSending={isSending} isHydrated={isHydrated} />
      </form>
      {isHydrated && pause === 0 && isLate(state) && <p>{t('verify.mail.late')}</p>}
    </div>
  )
}

/** Whether the mail was sent, so that it is late if the user has not received it when a new code can be requested. */
function isLate(state: CodeRequestState | null): boolean {
  return state?.mailState === 'sent' && !state.demoCode
}

interface SendButtonProps {
  /** Whether no code was requested yet. */
  isFirst: boolean
  /** Seconds until the button is enabled. */
  pause: number
  isSending: boolean
  /** Whether the page is hydrated. Without JavaScript nothing counts down, so the button stays enabled. */
  isHydrated: boolean
}

function SendButton({ isFirst, pause, isSending, isHydrated }: SendButtonProps) {
  const { t } = useTranslation('login')
  const label = isFirst ? t('verify.send') : t('verify.sendNew')
  return (
    <button
      type="submit"
      aria-disabled={isSending || undefined}
      disabled={isHydrated && pause > 0}
      className="min-h-control text-link tabular-nums disabled:text-muted disabled:no-underline"
    >
      {pause > 0 ? t('verify.sendNewIn', { time: formatClock(pause) }) : label}
    </button>
  )
}

function CodeLifetime({ isVoid, seconds, readAt }: { isVoid: boolean; seconds: number; readAt: number }) {
  const { t } = useTranslation('login')
  const left = useCountdown(seconds, readAt)
  if (isVoid) return <p className="text-danger">{t('verify.void')}</p>
  return (
    <p className={`tabular-nums ${left > 0 ? '' : 'text-danger'}`}>
      {left > 0 ? t('verify.validFor', { time: formatClock(left) }) : t('verify.expired')}
    </p>
  )
}

/** Formats seconds as minutes and seconds: 245 becomes 4:05. */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface MailStateProps {
  /** Undefined if this browser has not requested a code. */
  state: MailStateName | undefined
  /** Whether the mail is that of a new code, which the user has requested on this page. */
  isOfNewCode: boolean
  /** The reason why a new code was refused; replaces the state. */
  problem: string | undefined
}

const STATE_CLASSES: Record<MailStateName, string> = {
  queued: 'text-muted',
  delayed: 'text-warning',
  sent: 'text-muted',
  failed: 'text-danger',
}

/** Shows the state of the email; screen readers announce changes. */
function MailStateText({ state, isOfNewCode, problem }: MailStateProps) {
  const { t } = useTranslation('login')
  const isTrouble = problem !== undefined || state === 'delayed' || state === 'failed'
  const look = problem !== undefined ? 'text-danger' : STATE_CLASSES[state ?? 'queued']
  const text = problem ?? (state && textOf(t, state, isOfNewCode))
  return (
    <div className={`flex items-start gap-1.5 ${look} ${isTrouble ? 'basis-full' : ''}`}>
      {text !== undefined && (isTrouble ? <ErrorIcon /> : <MailIcon />)}
      <p aria-live="polite">{text}</p>
    </div>
  )
}

function textOf(t: TFunction<'login'>, state: MailStateName, isOfNewCode: boolean): string {
  return state === 'queued' && isOfNewCode ? t('verify.newCodeSent') : t(`verify.mail.${state}`)
}

/**
 * Counts down the seconds to zero, from a number of the server. Uses only the browser's monotonic timer, because the browser's
 * clock might be wrong.
 * @param seconds whole seconds left when the number was read
 * @param version changes with each new number
 */
function useCountdown(seconds: number, version: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const endsAt = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a refetched number restarts the countdown
  }, [seconds, version])
  return left
}
