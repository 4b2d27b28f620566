import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
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
  const sendLabel = state ? t('verify.sendNew') : t('verify.send')

  async function sendNew(event: FormEvent) {
    event.preventDefault()
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
    <div className="mt-5 border-t border-hairline pt-5">
      <MailState state={state?.mailState} isOfNewCode={hasSentNew} problem={problem} />
      {state && <CodeLife seconds={state.secondsOfLife} readAt={readAt} />}
      <form method="post" onSubmit={(event) => void sendNew(event)}>
        {plain && <HiddenFields values={plain} />}
        {/* Without scripts nothing counts down: there the button stays usable, and the server decides. */}
        <Button
          type="submit"
          variant="ghost"
          className="mt-3 w-full tabular-nums"
          isBusy={isSending}
          disabled={isAlive && pause > 0}
        >
          {pause > 0 ? t('verify.sendNewIn', { count: pause }) : sendLabel}
        </Button>
      </form>
    </div>
  )
}

function CodeLife({ seconds, readAt }: { seconds: number; readAt: number }) {
  const { t } = useTranslation('login')
  const left = useCountdown(seconds, readAt)
  return (
    <p className={`ms-6 text-sm tabular-nums ${left > 0 ? 'text-muted' : 'text-danger'}`}>
      {left > 0 ? t('verify.validFor', { time: clock(left) }) : t('verify.expired')}
    </p>
  )
}

/** 245 → 4:05 */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
