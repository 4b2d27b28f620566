import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/confirm.tsx'
import { SessionList } from '#ui/session-list.tsx'
import type { AccountChanges } from '../account.mutations.ts'
import { mySessionsQuery } from '../account.queries.ts'
import { Section } from '#ui/section.tsx'

/** The card with the user's sessions. Other devices can be signed out one by one or all at once. */
export function SessionsSection({
  endSession,
  endOtherSessions,
}: Pick<AccountChanges, 'endSession' | 'endOtherSessions'>) {
  const { t } = useTranslation('account')
  const { data: sessions } = useSuspenseQuery(mySessionsQuery)
  return (
    <Section
      anchor="sessions"
      title={t('sessions.title')}
      action={
        sessions.length > 1 && (
          <ConfirmButton
            summary={t('sessions.endOthers')}
            description={t('sessions.endOthersQuestion')}
            action={t('sessions.endOthers')}
            onConfirm={endOtherSessions}
          />
        )
      }
    >
      <SessionList sessions={sessions} onEnd={endSession} />
    </Section>
  )
}
