import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { errorTextOf } from '#ui/use-error-text.ts'
import { codeMessage } from './code-messages.ts'
import { useCountdown } from './use-countdown.ts'

/** A code that was asked for: its mail and its times, in whole seconds from when it was read. */
export interface CodeState {
  mailState: 'queued' | 'delayed' | 'sent' | 'failed'
  secondsOfLife: number
  secondsUntilNextSend: number
}

interface CodeStatusProps {
  /** Null when this browser has not asked for a code, or has used it. */
  state: CodeState | null
  /** When the state was read, in milliseconds. */
  readAt: number
  /** Asks for a new code and renews the state. */
  onSendNew: () => Promise<void>
  onSent: () => void
}

/** The remaining life of the code, the true state of its mail, and how to get a new one. */
export function CodeStatus({ state, readAt, onSendNew, onSent }: CodeStatusProps) {
  const { t, i18n } = useTranslation('login')
  const life = useCountdown(state?.secondsOfLife ?? 0, readAt)
  const pause = useCountdown(state?.secondsUntilNextSend ?? 0, readAt)
  const [isSending, setIsSending] = useState(false)
  const [notice, setNotice] = useState<{ text: string; isError: boolean }>()

  async function sendNew() {
    setIsSending(true)
    setNotice(undefined)
    try {
      await onSendNew()
      setNotice({ text: t('verify.newCodeSent'), isError: false })
      onSent()
    } catch (failure) {
      setNotice({ text: codeMessage(t, failure, i18n.language) ?? (await errorTextOf(i18n, failure)), isError: true })
    } finally {
      setIsSending(false)
    }
  }

  return (
    <div className="mt-5 border-t border-hairline pt-4 text-sm">
      {state && (
        <>
          <p aria-live="polite" className="min-h-10 text-muted">
            {t(`verify.mail.${state.mailState}`)}
          </p>
          <p className={`tabular-nums ${life > 0 ? 'text-muted' : 'text-danger'}`}>
            {life > 0 ? t('verify.validFor', { time: clock(life) }) : t('verify.expired')}
          </p>
        </>
      )}
      <Button
        className="mt-3 w-full tabular-nums"
        isBusy={isSending}
        disabled={pause > 0}
        onClick={() => void sendNew()}
      >
        {pause > 0 ? t('verify.sendNewIn', { count: pause }) : t('verify.sendNew')}
      </Button>
      <p aria-live="polite" className={`mt-1.5 min-h-5 ${notice?.isError ? 'text-danger' : 'text-muted'}`}>
        {notice?.text}
      </p>
    </div>
  )
}

/** 245 → 4:05 */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
