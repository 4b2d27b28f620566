import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
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
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Section
      anchor="sessions"
      title={t('sessions.title')}
      action={sessions.length > 1 && <Button onClick={() => setIsConfirming(true)}>{t('sessions.endOthers')}</Button>}
    >
      <SessionList sessions={sessions} onEnd={endSession} />
      <Confirm
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        summary={t('sessions.endOthers')}
        description={t('sessions.endOthersQuestion')}
        action={t('sessions.endOthers')}
        onConfirm={endOtherSessions}
      />
    </Section>
  )
}
