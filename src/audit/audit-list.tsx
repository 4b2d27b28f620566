import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { AuditEntry, LinkedAuditEntry } from './audit-entry.ts'
import { AuditIcon } from './audit-icon.tsx'
import { AuditChanges, AuditSentence, linkedNames, useIsActorInSentence } from './audit-sentence.tsx'

interface AuditListProps<Listed extends AuditEntry> {
  entries: Listed[]
  /** Returns the sentence of an entry; undefined to show the sentence that administrators see. */
  sentenceOf?: (entry: AuditEntry) => string | undefined
  /** Returns the sentence of an entry with `PLACEHOLDERS` for the names; that of its action if left out. */
  textOf?: (entry: Listed) => string
  /** Whether to hide the IP addresses. */
  isBrief?: boolean
  /** Loads earlier entries; absent at the end. */
  onMore?: (() => void) | undefined
  isLoadingMore?: boolean
}

/** The list of history entries as sentences, latest first. */
export function AuditList<Listed extends AuditEntry | LinkedAuditEntry>({
  entries,
  onMore,
  isLoadingMore = false,
  ...entryProps
}: AuditListProps<Listed>) {
  const { t } = useTranslation('history')
  if (entries.length === 0) return <p className="text-muted">{t('empty')}</p>
  return (
    <>
      <ol className="-my-3 divide-y divide-hairline">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} {...entryProps} />
        ))}
      </ol>
      {onMore && (
        <Button className="mt-6" isBusy={isLoadingMore} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

interface EntryProps<Listed extends AuditEntry> extends Pick<
  AuditListProps<Listed>,
  'sentenceOf' | 'textOf' | 'isBrief'
> {
  entry: Listed
}

function Entry<Listed extends AuditEntry | LinkedAuditEntry>({
  entry,
  sentenceOf,
  textOf,
  isBrief,
}: EntryProps<Listed>) {
  const { t } = useTranslation('history')
  const isActorNamed = useIsActorInSentence(entry)
  const names = 'isActorHere' in entry ? linkedNames(entry) : undefined
  return (
    <li className="flex gap-3 py-3">
      <AuditIcon action={entry.action} />
      <div className="min-w-0">
        <p>{sentenceOf?.(entry) ?? <AuditSentence entry={entry} text={textOf?.(entry)} names={names} />}</p>
        <AuditChanges entry={entry} />
        {entry.reason && <p className="text-small">{t('reason', { reason: isolateDirection(entry.reason) })}</p>}
        <p className="flex flex-wrap gap-x-3 text-small text-muted">
          <RelativeTime at={entry.at} />
          {!isActorNamed && (
            <span>
              <AuditSentence isByline entry={entry} names={names} />
            </span>
          )}
          {entry.ipAddress && !isBrief && <span>{t('from', { address: isolateDirection(entry.ipAddress) })}</span>}
        </p>
      </div>
    </li>
  )
}
