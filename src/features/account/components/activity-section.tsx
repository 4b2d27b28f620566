import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#audit/audit-entry.ts'
import { AuditList } from '#audit/audit-list.tsx'
import { useAuditNameFormatter } from '#audit/audit-sentence.tsx'
import { isolateDirection } from '#lib/intl.ts'
import { Section } from '#ui/section.tsx'
import { myEventsQuery } from '../account.queries.ts'

const INITIAL_ENTRIES = 5

/** The card with the account's history, newest first. */
export function ActivitySection() {
  const { t } = useTranslation('account')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(myEventsQuery)
  const [showsEarlier, setShowsEarlier] = useState(false)
  const loaded = data?.pages.flatMap((page) => page.rows) ?? []
  const hasMore = hasNextPage || (!showsEarlier && loaded.length > INITIAL_ENTRIES)

  function showMore() {
    if (showsEarlier) void fetchNextPage()
    setShowsEarlier(true)
  }

  return (
    <Section anchor="activity" title={t('activity')}>
      <AuditList
        entries={showsEarlier ? loaded : loaded.slice(0, INITIAL_ENTRIES)}
        sentenceOf={useOwnSentenceFormatter()}
        onMore={hasMore ? showMore : undefined}
        isLoadingMore={isFetchingNextPage}
      />
    </Section>
  )
}

/** Returns a function that describes an entry to the user that it is about, for example 'You signed in'. */
function useOwnSentenceFormatter() {
  const { t } = useTranslation('account')
  const nameOf = useAuditNameFormatter()
  const { byYou, happened } = t('events', { returnObjects: true })
  return (entry: AuditEntry) => {
    const { action, actorId, subjectId } = entry
    if (actorId === subjectId && isKeyOf(byYou, action)) return t(`events.byYou.${action}`)
    if (isKeyOf(happened, action))
      return t(`events.happened.${action}`, { actor: isolateDirection(nameOf(entry, 'actor')) })
    return undefined
  }
}

function isKeyOf<Known extends object>(known: Known, key: PropertyKey): key is keyof Known {
  return Object.hasOwn(known, key)
}
