import { useTranslation } from 'react-i18next'
import { isolated, longDay } from '#lib/intl.ts'
import { exactTime } from '#lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import type { HistoryEntry } from './audit-actions.ts'

interface HistoryListProps {
  entries: HistoryEntry[]
  /** Loads what was before; absent at the end. */
  onMore?: (() => void) | undefined
  isLoadingMore?: boolean
}

/** The history as a list of sentences, the latest first. */
export function HistoryList({ entries, onMore, isLoadingMore = false }: HistoryListProps) {
  const { t } = useTranslation('history')
  if (entries.length === 0) return <p className="text-muted">{t('empty')}</p>
  return (
    <>
      <ol className="divide-y divide-hairline">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {onMore && (
        <Button className="mt-3" isBusy={isLoadingMore} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('history')
  const { action, actorId, subjectId, reason, ipAddress } = entry
  const actor = isolated(entry.actorName ?? t('someone'))
  const subject = isolated(entry.subjectName ?? t('someone'))
  return (
    <li className="py-3">
      <p>{t(`actions.${action}`, { actor, subject })}</p>
      <Changes entry={entry} />
      {reason && <p className="text-sm">{t('reason', { reason: isolated(reason) })}</p>}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <RelativeTime at={entry.at} />
        {actorId !== subjectId && !namesActor(action) && <span>{t('by', { name: actor })}</span>}
        {ipAddress && <span>{t('from', { address: isolated(ipAddress) })}</span>}
      </p>
    </li>
  )
}

function namesActor(action: HistoryEntry['action']): boolean {
  return action === 'impersonation-started' || action === 'impersonation-stopped'
}

function Changes({ entry: { before, after } }: { entry: HistoryEntry }) {
  const { t, i18n } = useTranslation(['history', 'common'])
  const timeZone = useTimeZone()
  if (!before || !after) return null
  const inWords = (field: string, value: string | null | undefined) => {
    if (!value) return field === 'banExpires' ? t('noEnd') : t('nothing')
    if (field === 'role' && (value === 'admin' || value === 'user')) return t(`common:roles.${value}`)
    if (field !== 'banExpires') return value
    // Bans of earlier releases ended with a day of UTC, and were written down by that day.
    return /^\d{4}-\d\d-\d\d$/.test(value) ? longDay(value, i18n.language) : exactTime(value, i18n.language, timeZone)
  }
  const labels = Object.entries(t('fields', { returnObjects: true }))
  const changed = labels.filter(([field]) => (before[field] ?? null) !== (after[field] ?? null))
  return changed.map(([field, label]) => (
    <p key={field} className="text-sm text-muted">
      {/* Who was not banned had no end of a ban. */}
      {t(field === 'banExpires' && !before.banExpires ? 'set' : 'change', {
        field: label,
        before: isolated(inWords(field, before[field])),
        after: isolated(inWords(field, after[field])),
      })}
    </p>
  ))
}
