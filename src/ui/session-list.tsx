import { Monitor, Smartphone, Tablet } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import { FormError } from './form-end.tsx'
import { RelativeTime } from './relative-time.tsx'
import { useAction } from './use-error-text.ts'

const ICONS = { desktop: Monitor, mobile: Smartphone, tablet: Tablet, unknown: Monitor }

interface ShownSession {
  id: string
  device: { browser: string; system: string; kind: keyof typeof ICONS }
  ipAddress: string | null
  lastSeenAt: string
  isCurrent: boolean
  isImpersonation: boolean
}

interface SessionListProps {
  sessions: ShownSession[]
  /** Ends a session. The caller refreshes the list. */
  onEnd: (sessionId: string) => Promise<unknown>
  /** The action for the current session, which `onEnd` does not end. */
  currentAction?: ReactNode
}

/** The sessions of a user: device, IP address, last activity; each except the current one can be ended. */
export function SessionList({ sessions, onEnd, currentAction }: SessionListProps) {
  const { t } = useTranslation('history')
  const { errorText, isBusy, run } = useAction()
  const [endingId, setEndingId] = useState<string>()

  function end(id: string) {
    setEndingId(id)
    run(() => onEnd(id))
  }

  return (
    <>
      <ul className="-my-3 divide-y divide-hairline">
        {sessions.map((session) => {
          const Icon = ICONS[session.device.kind]
          const { browser, system } = session.device
          const name =
            browser && system
              ? t('sessions.device', { browser, system })
              : browser || system || t('sessions.unknownDevice')
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-3 py-3">
              <Icon aria-hidden="true" className="size-5 text-muted" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  <bdi>{name}</bdi>
                  {session.isCurrent && <Badge tone="accent">{t('sessions.thisDevice')}</Badge>}
                  {session.isImpersonation && <Badge tone="warning">{t('sessions.impersonation')}</Badge>}
                </p>
                <p className="flex flex-wrap gap-x-2 text-small text-muted">
                  {session.ipAddress && <bdi>{session.ipAddress}</bdi>}
                  {session.isCurrent ? (
                    <span>{t('sessions.activeNow')}</span>
                  ) : (
                    <span>
                      {t('sessions.lastSeen')} <RelativeTime isInSentence at={session.lastSeenAt} />
                    </span>
                  )}
                </p>
              </div>
              {session.isCurrent ? (
                currentAction
              ) : (
                <Button
                  isBusy={isBusy && endingId === session.id}
                  aria-label={t('sessions.endNamed', { name })}
                  onClick={() => end(session.id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <FormError text={errorText} className="mt-3" />
    </>
  )
}
