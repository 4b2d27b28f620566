import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection, longDay } from '#lib/intl.ts'
import { isOrganizationRole } from '#lib/organization-roles.ts'
import { exactTime } from '#lib/time-zone.ts'
import { useTimeZone } from '#ui/time-zone.tsx'
import type { AuditEntry, LinkedAuditEntry } from './audit-entry.ts'

/** The roles in an entry: the actor did something to the subject. */
export type AuditPart = 'actor' | 'subject'

/** Placeholders for the names in a sentence: characters that no name contains. */
export const PLACEHOLDERS = { actor: '\uE000', subject: '\uE001' }

interface AuditSentenceProps {
  entry: AuditEntry
  /** The sentence with `PLACEHOLDERS`; that of the entry's action if left out. */
  text?: string | undefined
  /** Whether to show only "by" and the name of the actor instead of the sentence. */
  isByline?: boolean
  /** The names as elements, for example links; as text if left out. */
  names?: Record<AuditPart, ReactNode> | undefined
}

/** The sentence that describes an entry of the history. */
export function AuditSentence({ entry, text, isByline = false, names }: AuditSentenceProps) {
  const { t } = useTranslation('history')
  const nameOf = useAuditNameFormatter()
  const sentence = isByline
    ? t('by', { name: PLACEHOLDERS.actor })
    : (text ?? t(`actions.${entry.action}`, { ...PLACEHOLDERS, defaultValue: entry.action }))
  const words = sentence.split(/([\uE000\uE001])/)
  return words.map((word, position) => {
    const part = word === PLACEHOLDERS.actor ? 'actor' : word === PLACEHOLDERS.subject ? 'subject' : undefined
    // oxlint-disable-next-line react/no-array-index-key -- the words of a sentence stay where they are
    return <Fragment key={position}>{part ? (names?.[part] ?? isolateDirection(nameOf(entry, part))) : word}</Fragment>
  })
}

/** Whether the sentence of an entry shows who the actor is: it names the actor, or the actor is the subject. */
export function useIsActorInSentence({ action, actorId, subjectId }: AuditEntry): boolean {
  const { t } = useTranslation('history')
  const sentence = t(`actions.${action}`, { ...PLACEHOLDERS, defaultValue: action })
  return actorId === subjectId || sentence.includes(PLACEHOLDERS.actor)
}

/** Returns the names in an entry, each as a link if its user or repository still exists. */
export function linkedNames(entry: LinkedAuditEntry): Record<AuditPart, ReactNode> {
  return {
    actor: <AuditName entry={entry} part="actor" />,
    subject: <AuditName entry={entry} part="subject" />,
  }
}

/** Returns the names in an entry, emphasized. */
export function useEmphasizedNames(entry: AuditEntry): Record<AuditPart, ReactNode> {
  const nameOf = useAuditNameFormatter()
  const emphasize = (part: AuditPart) => <bdi className="font-medium">{nameOf(entry, part)}</bdi>
  return { actor: emphasize('actor'), subject: emphasize('subject') }
}

/** A name in an entry of the history, as a link if its user or repository still exists. */
export function AuditName({ entry, part }: { entry: LinkedAuditEntry; part: AuditPart }) {
  const name = useAuditNameFormatter()(entry, part)
  const [id, isHere] = part === 'actor' ? [entry.actorId, entry.isActorHere] : [entry.subjectId, entry.isSubjectHere]
  if (id === null || !isHere) return <bdi>{name}</bdi>
  // The subject of an export of repositories is the user who exports them.
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

/** Returns a function that returns a name in an entry: "deleted user" if the name was erased, "someone" if there is no id. */
export function useAuditNameFormatter() {
  const { t } = useTranslation('history')
  return ({ actorName, actorId, subjectName, subjectId }: AuditEntry, part: AuditPart): string => {
    const [name, id] = part === 'actor' ? [actorName, actorId] : [subjectName, subjectId]
    return name ?? t(id === null ? 'someone' : 'deletedUser')
  }
}

/** The fields that the action of an entry changed, one line each, with the old and the new value. */
export function AuditChanges({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation('history')
  const inWords = useValueFormatter()
  if (!before || !after) return null
  const labels = Object.entries(t('fields', { returnObjects: true }))
  const changed = labels.filter(([field]) => (before[field] ?? null) !== (after[field] ?? null))
  return changed.map(([field, label]) => (
    <p key={field} className="text-small text-muted">
      {/* Shows only the new value if there was no earlier value, for example the end of a user's first ban. */}
      {t((field === 'banExpires' && !before.banExpires) || !(field in before) ? 'set' : 'change', {
        field: label,
        before: isolateDirection(inWords(field, before[field])),
        after: isolateDirection(inWords(field, after[field])),
      })}
    </p>
  ))
}

/** The fields whose values are points in time. */
const TIME_FIELDS = new Set(['banExpires', 'keptFrom', 'expires'])

function useValueFormatter() {
  const { t, i18n } = useTranslation(['history', 'common'])
  const timeZone = useTimeZone()
  /** Translates a list of codes. Codes that no longer exist stay unchanged. */
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
    if (!TIME_FIELDS.has(field)) return value
    // Bans of earlier releases ended with a UTC day, and only that day was recorded.
    return /^\d{4}-\d\d-\d\d$/.test(value) ? longDay(value, i18n.language) : exactTime(value, i18n.language, timeZone)
  }
}
