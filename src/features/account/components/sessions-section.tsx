import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/confirm.tsx'
import { SessionList } from '#ui/session-list.tsx'
import { useAccountMutations } from '../account.mutations.ts'
import { mySessionsQuery } from '../account.queries.ts'
import { Section } from '#ui/section.tsx'

/** The user's sessions. This device can be signed out, and others one by one or all at once. */
export function SessionsSection({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { t } = useTranslation(['account', 'common'])
  const { endSession, endOtherSessions } = useAccountMutations()
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
      <SessionList
        sessions={sessions}
        onEnd={endSession}
        currentAction={
          <ConfirmButton
            summary={t('signOutHere')}
            description={t('signOutQuestion')}
            action={t('common:signOut')}
            onConfirm={onSignOut}
          />
        }
      />
    </Section>
  )
}
