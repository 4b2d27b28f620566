import type { TFunction } from 'i18next'
import { AppError, type ErrorCode } from '#lib/app-error.ts'
import { browserTimeZone, exactTime } from '#lib/time-zone.ts'

type Translate = TFunction<'login'>

/**
 * Returns the message that explains why no code could be sent, or why the entered code was not accepted, and the next step.
 * @returns undefined for other errors
 */
export function codeMessage(t: Translate, error: unknown, language: string): string | undefined {
  if (!(error instanceof AppError)) return t('messages.failed')
  const { retryAfterSeconds, triesLeft } = error.details
  if (retryAfterSeconds !== undefined && error.code === 'TOO_MANY_REQUESTS') return waitMessage(t, retryAfterSeconds)
  if (error.code === 'BANNED_USER') return banMessage(t, error, language)
  const messages: Partial<Record<ErrorCode, string>> = {
    INVALID_EMAIL: t('messages.emailInvalid'),
    INVALID_OTP:
      triesLeft === undefined ? t('messages.wrongCode') : t('messages.wrongCodeTriesLeft', { count: triesLeft }),
    OTP_EXPIRED: t('messages.expiredCode'),
    TOO_MANY_ATTEMPTS: t('messages.tooManyTries'),
    SIGNUP_DISABLED: t('error.signup_disabled.text'),
    NO_CONNECTION: t('messages.noConnection'),
    SERVICE_UNAVAILABLE: t('messages.unavailable'),
    UNKNOWN_ERROR: t('messages.failed'),
  }
  return messages[error.code]
}

function waitMessage(t: Translate, seconds: number): string {
  if (seconds < 120) return t('messages.waitSeconds', { count: seconds })
  if (seconds < 7_200) return t('messages.waitMinutes', { count: Math.ceil(seconds / 60) })
  return t('messages.waitHours', { count: Math.ceil(seconds / 3_600) })
}

function banMessage(t: Translate, { details }: AppError, language: string): string {
  const { banReason, banExpires } = details
  const parts = [t('messages.banned')]
  if (banReason) parts.push(t('messages.bannedReason', { reason: banReason.trim() }))
  // Shown only in the browser of the user who enters a code, so use the browser's time zone.
  if (banExpires) parts.push(t('messages.bannedUntil', { date: exactTime(banExpires, language, browserTimeZone()) }))
  // The administrator might have ended the reason with a full stop.
  return parts.map((part) => (/[.!?؟…]\u2069?$/.test(part) ? part : `${part}.`)).join(' ')
}
