import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { SessionList } from '#ui/session-list.tsx'
import { useUserActions } from '../user-detail.mutations.ts'
import { userSessionsQuery } from '../user-detail.queries.ts'
import { Section } from '#ui/section.tsx'

interface UserSessionsProps {
  id: string
  name: string
  isSelf: boolean
  /** Additional text in the dialog that ends all sessions. */
  endingNotes: ReactNode
}

/** The sessions of a user; one or all of them can be ended. */
export function UserSessions({ id, name, isSelf, endingNotes }: UserSessionsProps) {
  const { t } = useTranslation('user')
  const { data: sessions } = useSuspenseQuery(userSessionsQuery(id))
  const { endSession, endSessions } = useUserActions({ id, name })
  const [isAsking, setIsAsking] = useState(false)
  const question = isSelf ? t('endAllOthersQuestion') : t('endAllQuestion', { name })
  const canEndAll = sessions.some((session) => !session.isCurrent)
  return (
    <Section
      title={t('sessions')}
      action={
        canEndAll && <Button onClick={() => setIsAsking(true)}>{isSelf ? t('endAllOthers') : t('endAll')}</Button>
      }
    >
      {sessions.length === 0 ? (
        <p className="text-muted">{t('noSessions')}</p>
      ) : (
        <SessionList sessions={sessions} onEnd={endSession} />
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        summary={isSelf ? t('endAllOthers') : t('endAllSummary', { name })}
        description={
          <>
            {question}
            {endingNotes}
          </>
        }
        action={isSelf ? t('endAllOthers') : t('endAll')}
        onConfirm={() => endSessions(isSelf)}
      />
    </Section>
  )
}
