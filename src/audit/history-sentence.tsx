import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated, longDay } from '#lib/intl.ts'
import { isOrganizationRole } from '#lib/organization-roles.ts'
import { exactTime } from '#lib/time-zone.ts'
import { useTimeZone } from '#ui/time-zone.tsx'
import type { HistoryEntry, LinkedHistoryEntry } from './audit-actions.ts'

/** A part in an entry: of who did it, or of whom or what it was done to. */
export type HistoryPart = 'actor' | 'subject'

// What no name holds: they stand in the sentence where the names come.
const PLACES = { actor: '\uE000', subject: '\uE001' }

interface HistorySentenceProps {
  entry: HistoryEntry
  /** Says who did it, and nothing else. */
  isByline?: boolean
  /** The names, where they are more than text: links, say. */
  names?: Record<HistoryPart, ReactNode> | undefined
}

/** An entry of the history in words. */
export function HistorySentence({ entry, isByline = false, names }: HistorySentenceProps) {
  const { t } = useTranslation('history')
  const nameOf = useNameInHistory()
  const sentence = isByline
    ? t('by', { name: PLACES.actor })
    : t(`actions.${entry.action}`, { ...PLACES, defaultValue: entry.action })
  const words = sentence.split(/([\uE000\uE001])/)
  return words.map((word, position) => {
    const part = word === PLACES.actor ? 'actor' : word === PLACES.subject ? 'subject' : undefined
    // oxlint-disable-next-line react/no-array-index-key -- the words of a sentence stay where they are
    return <Fragment key={position}>{part ? (names?.[part] ?? isolated(nameOf(entry, part))) : word}</Fragment>
  })
}

/** The names in an entry, each a link to who or what it is, as long as that is there. */
export function linkedNames(entry: LinkedHistoryEntry): Record<HistoryPart, ReactNode> {
  return {
    actor: <NameInHistory entry={entry} part="actor" />,
    subject: <NameInHistory entry={entry} part="subject" />,
  }
}

/** A name in an entry of the history: a link to who or what it is, as long as that is there. */
export function NameInHistory({ entry, part }: { entry: LinkedHistoryEntry; part: HistoryPart }) {
  const name = useNameInHistory()(entry, part)
  const [id, isHere] = part === 'actor' ? [entry.actorId, entry.isActorHere] : [entry.subjectId, entry.isSubjectHere]
  if (id === null || !isHere) return <bdi>{name}</bdi>
  // Whoever exports a list is the subject of that themselves.
  const isRepository = part === 'subject' && entry.action.startsWith('repository-') && id !== entry.actorId
  return (
    <Link
      to={isRepository ? '/manager/repositories/$id' : '/manager/users/$id'}
      params={{ id }}
      className="font-medium underline decoration-hairline underline-offset-2 hover:decoration-current"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Names the people of entries: whose name was erased is a deleted user, and where there never was one, someone. */
export function useNameInHistory() {
  const { t } = useTranslation('history')
  return ({ actorName, actorId, subjectName, subjectId }: HistoryEntry, part: HistoryPart): string => {
    const [name, id] = part === 'actor' ? [actorName, actorId] : [subjectName, subjectId]
    return name ?? t(id === null ? 'someone' : 'deletedPerson')
  }
}

/** The fields that an entry changed, a line for each: what they were and what they are. */
export function HistoryChanges({ entry: { before, after } }: { entry: HistoryEntry }) {
  const { t } = useTranslation('history')
  const inWords = useValueInWords()
  if (!before || !after) return null
  const labels = Object.entries(t('fields', { returnObjects: true }))
  const changed = labels.filter(([field]) => (before[field] ?? null) !== (after[field] ?? null))
  return changed.map(([field, label]) => (
    <p key={field} className="text-small text-muted">
      {/* Who was not banned had no end of a ban; and of some fields there is no earlier value. */}
      {t((field === 'banExpires' && !before.banExpires) || !(field in before) ? 'set' : 'change', {
        field: label,
        before: isolated(inWords(field, before[field])),
        after: isolated(inWords(field, after[field])),
      })}
    </p>
  ))
}

/** The fields that are moments. */
const MOMENTS = new Set(['banExpires', 'keptFrom', 'expires'])

function useValueInWords() {
  const { t, i18n } = useTranslation(['history', 'common'])
  const timeZone = useTimeZone()
  /** What was recorded by a name that has gone since stays as it is. */
  function codesInWords(field: 'scopes' | 'events', value: string) {
    const words: Partial<Record<string, string>> =
      field === 'scopes'
        ? t('scopes', { returnObjects: true, nsSeparator: false })
        : t('events', { returnObjects: true })
    const codes = value.split(/, ?/)
    const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
    return list.format(codes.map((code) => words[code] ?? words[code.replace('.', '-')] ?? code))
  }
  function choiceInWords(field: string, value: string): string | undefined {
    if (field === 'role' && (value === 'admin' || value === 'user')) return t(`common:roles.${value}`)
    if (field === 'memberRole' && isOrganizationRole(value)) return t(`memberRoles.${value}`)
    if (field === 'privateRepositories') return t(value === 'included' ? 'included' : 'excluded')
    return undefined
  }
  return (field: string, value: string | null | undefined) => {
    if (!value) return field === 'banExpires' ? t('noEnd') : t('nothing')
    const word = choiceInWords(field, value)
    if (word !== undefined) return word
    if (field === 'scopes' || field === 'events') return codesInWords(field, value)
    if (!MOMENTS.has(field)) return value
    // Bans of earlier releases ended with a day of UTC, and were written down by that day.
    return /^\d{4}-\d\d-\d\d$/.test(value) ? longDay(value, i18n.language) : exactTime(value, i18n.language, timeZone)
  }
}
