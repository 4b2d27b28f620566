import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askForCode } from '#auth/auth-client.ts'
import { Button } from '#ui/button.tsx'
import { loginMessage } from '../login-messages.ts'
import { loginRequestQuery } from '../login.queries.ts'
import { useCountdown } from './use-countdown.ts'

interface CodeStatusProps {
  email: string
  /** Null when this browser has not asked for a code, or has used it. */
  state: {
    mailState: 'queued' | 'delayed' | 'sent' | 'failed'
    secondsOfLife: number
    secondsUntilNextSend: number
  } | null
  /** When the state was read, in milliseconds. */
  readAt: number
  onSent: () => void
}

/** The remaining life of the code, the true state of its mail, and how to get a new one. */
export function CodeStatus({ email, state, readAt, onSent }: CodeStatusProps) {
  const { t, i18n } = useTranslation('login')
  const queryClient = useQueryClient()
  const life = useCountdown(state?.secondsOfLife ?? 0, readAt)
  const pause = useCountdown(state?.secondsUntilNextSend ?? 0, readAt)
  const [isSending, setIsSending] = useState(false)
  const [notice, setNotice] = useState<{ text: string; isError: boolean }>()

  async function sendNew() {
    setIsSending(true)
    setNotice(undefined)
    try {
      await askForCode(email)
      await queryClient.invalidateQueries(loginRequestQuery(email))
      setNotice({ text: t('verify.newCodeSent'), isError: false })
      onSent()
    } catch (failure) {
      setNotice({ text: loginMessage(t, failure, i18n.language), isError: true })
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
