import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { MailState as MailStateName } from '#lib/code-purpose.ts'
import { ErrorIcon, MailIcon } from '#ui/icons.tsx'

interface MailStateProps {
  /** Undefined if this browser has not requested a code. */
  state: MailStateName | undefined
  /** Whether the mail contains another code that the user has requested. */
  isOfNewCode: boolean
  /** The reason why a new code was refused; replaces the state. */
  problem: string | undefined
}

const LOOKS: Record<MailStateName, string> = {
  queued: 'text-muted',
  delayed: 'text-warning',
  sent: 'text-muted',
  failed: 'text-danger',
}

/** Shows the state of the email; screen readers announce changes. */
export function MailState({ state, isOfNewCode, problem }: MailStateProps) {
  const { t } = useTranslation('login')
  const isTrouble = problem !== undefined || state === 'delayed' || state === 'failed'
  const look = problem !== undefined ? 'text-danger' : LOOKS[state ?? 'queued']
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
