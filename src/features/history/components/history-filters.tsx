import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditAction } from '#features.ts'
import { auditGroups, isAboutSystem } from '#features.ui.ts'
import { isDay } from '#lib/days.ts'
import { isolateDirection } from '#lib/intl.ts'
import { shortDay } from '#lib/time-zone.ts'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { ChipOptions, ChipSearch, FilterChip, SwitchChip, type ChosenValue } from '#ui/filter-chip.tsx'
import { ListLink } from '#ui/list-link.tsx'
import { matchesTyped } from '#ui/list-search.ts'
import { ListToolbar } from '#ui/list-tools.tsx'
import { useSetListSearch } from '#ui/use-list-search.ts'
import { useBackOrForward } from '#ui/use-traversal.ts'
import { HISTORY_PARTS, QUICK_DAYS, ACTION_FIELD_PREFIX, type HistorySearch } from '../history-search.ts'
import { historyUsersQuery, historyUserQuery } from '../history.queries.ts'

interface ChipProps {
  search: HistorySearch
}

interface HistoryFiltersProps extends ChipProps {
  isPending: boolean
  /** The tools that features add to the list. */
  tools: ReactNode
}

const ACTION_GROUPS = [
  'account',
  'user',
  'invitation',
  'impersonation',
  ...auditGroups.map(({ name }) => name),
  'history',
  'system',
] as const

/** The maximum number of kinds of events that stand in the chip. More kinds share one text. */
const MAX_ACTIONS = 3

/** The search and the filters of the history: users and their role in the events, kinds of events, and days. */
export function HistoryFilters({ search, isPending, tools }: HistoryFiltersProps) {
  const { searchTerm, ...filters } = search
  return (
    <ListToolbar searchTerm={searchTerm} isPending={isPending} filters={{ ...filters }} tools={tools}>
      <UserChip search={search} />
      <ActionsChip search={search} />
      <DaysChip search={search} />
      <ToggleChips search={search} />
    </ListToolbar>
  )
}

/** The chip that turns sign-ins on or off or, while a list shows only one bulk job, the chip that removes this filter. */
function ToggleChips({ search: { actions, job, signIns } }: ChipProps) {
  const { t } = useTranslation('audit')
  if (job !== '') return <SwitchChip text={t('ofOneJob')} isOn changed={{ job: '' }} />
  if (actions !== '') return null
  const isOn = signIns === 'shown'
  return <SwitchChip text={t('signIns')} isOn={isOn} changed={{ signIns: isOn ? '' : 'shown' }} />
}

/** The filter by a user, with a search for users, and by the user's role in the events. */
function UserChip({ search: { person, part } }: ChipProps) {
  const { t } = useTranslation(['audit', 'common'])
  const [typed, setTyped] = useState('')
  const { data: name } = useQuery(historyUserQuery(person))
  const { data: found = [] } = useQuery({
    ...historyUsersQuery(useDeferredValue(typed).trim()),
    placeholderData: keepPreviousData,
  })
  const text = isolateDirection(name ?? t('unknownUser'))
  const chosen: ChosenValue[] = [
    ...(person === '' ? [] : [{ text, removed: { person: '', part: '' } }]),
    ...(part === ''
      ? []
      : [{ text: t('common:labelled', { label: t('part'), value: t(`parts.${part}`) }), removed: { part: '' } }]),
  ]
  return (
    <FilterChip label={t('who')} chosen={chosen}>
      <ChipOptions
        name="person"
        label={t('who')}
        value={person}
        options={[
          ...(person === '' ? [] : [{ value: person, label: text }]),
          ...found.filter(({ id }) => id !== person).map(({ id, name: label }) => ({ value: id, label })),
        ]}
        onType={setTyped}
      />
      {person !== '' && (
        <section aria-label={t('part')}>
          <p className="chip-group">{t('part')}</p>
          <ChipOptions
            name="part"
            label={t('part')}
            value={part}
            options={HISTORY_PARTS.map((value) => ({ value, label: t(`parts.${value}`) }))}
          />
        </section>
      )}
    </FilterChip>
  )
}

/** The filter by days: links to the last days, and fields for the first and the last day. */
function DaysChip({ search }: ChipProps) {
  const { t, i18n } = useTranslation(['audit', 'common'])
  const { from, to } = search
  const textOf = (label: string, day: string) =>
    t('common:labelled', { label, value: isolateDirection(shortDay(`${day}T00:00Z`, i18n.language, 'UTC')) })
  return (
    <FilterChip
      label={t('at')}
      chosen={[
        ...(from === '' ? [] : [{ text: textOf(t('from'), from), removed: { from: '' } }]),
        ...(to === '' ? [] : [{ text: textOf(t('to'), to), removed: { to: '' } }]),
      ]}
      hasFields
    >
      <ul aria-label={t('quickDays')}>
        {QUICK_DAYS.map((count) => (
          <li key={count}>
            <ListLink changed={{ days: count }}>
              {count === '1' ? t('today') : t('lastDays', { days: Number(count) })}
            </ListLink>
          </li>
        ))}
      </ul>
      <DayFilter name="from" label={t('from')} day={from} max={to || undefined} />
      <DayFilter name="to" label={t('to')} day={to} min={from || undefined} />
    </FilterChip>
  )
}

interface DayFilterProps {
  name: 'from' | 'to'
  label: string
  day: string
  min?: string | undefined
  max?: string | undefined
}

/** The field for a day. Reports complete days only, because a year is typed digit by digit. */
function DayFilter({ day, ...attributes }: DayFilterProps) {
  const show = useSetListSearch()
  const [renewals, setRenewals] = useState(0)
  /** The days that this field has reported and that are not in the URL yet, because the URL changes later. */
  const reportedDays = useRef<string[]>([day])
  useEffect(() => {
    const place = reportedDays.current.indexOf(day)
    reportedDays.current = reportedDays.current.slice(place + 1)
    // If the field did not report this day, something else put it into the URL, for example a link. Render the field again.
    if (place < 0) setRenewals((count) => count + 1)
  }, [day])
  useBackOrForward(() => {
    reportedDays.current = []
    setRenewals((count) => count + 1)
  })

  function filterByDay({ value, validity }: HTMLInputElement) {
    if (!isDay(value) && (value !== '' || validity.badInput)) return
    reportedDays.current.push(value)
    show({ [attributes.name]: value })
  }

  return <DateField key={renewals} defaultValue={day} onChange={({ target }) => filterByDay(target)} {...attributes} />
}

/** The filter by kinds of events. Offers all kinds that have a text, in groups, narrowed by a field. */
function ActionsChip({ search }: ChipProps) {
  const show = useSetListSearch()
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  // The URL changes a moment after a tick. Until then, keep the tick in the state, so that a second tick does not undo the first.
  const [ticked, setTicked] = useState({ inUrl: search.actions, actions: search.actions })
  if (ticked.inUrl !== search.actions) setTicked({ inUrl: search.actions, actions: search.actions })
  const chosen = new Set(ticked.actions.split(',').filter(Boolean))
  const actions = Object.keys(t('actions', { returnObjects: true })) as AuditAction[]
  const known = actions.filter((action) => chosen.has(action))
  const isShown = (action: AuditAction, group: (typeof ACTION_GROUPS)[number]) =>
    groupOf(action) === group &&
    (matchesTyped(t(`actions.${action}`), typed) || matchesTyped(t(`groups.${group}`), typed))
  const without = (removed: string) => actions.filter((action) => chosen.has(action) && action !== removed).join(',')

  function toggle(action: string) {
    const changed = chosen.has(action)
      ? without(action)
      : actions.filter((one) => chosen.has(one) || one === action).join(',')
    setTicked({ ...ticked, actions: changed })
    show({ actions: changed })
  }

  return (
    <FilterChip
      label={t('what')}
      chosen={
        ticked.actions !== '' && (known.length === 0 || known.length > MAX_ACTIONS)
          ? [{ text: t('kinds', { count: known.length }), removed: { actions: '' } }]
          : known.map((action) => ({ text: t(`actions.${action}`), removed: { actions: without(action) } }))
      }
      hasFields
    >
      <ChipSearch label={t('what')} onType={setTyped} />
      {ACTION_GROUPS.map((group) => (
        <fieldset key={group} className="min-w-0 not-has-[label]:hidden">
          <legend className="chip-group">{t(`groups.${group}`)}</legend>
          {actions
            .filter((action) => isShown(action, group))
            .map((action) => (
              <ChoiceInput
                key={action}
                name={`${ACTION_FIELD_PREFIX}${action}`}
                checked={chosen.has(action)}
                onChange={() => toggle(action)}
                className="min-h-control rounded-control px-2 break-words hover:bg-sunken"
                label={t(`actions.${action}`)}
              />
            ))}
        </fieldset>
      ))}
    </FilterChip>
  )
}

/** Returns the group of an action by the start of its name; `account` for other names, which are actions on one's own account. */
function groupOf(action: string): (typeof ACTION_GROUPS)[number] {
  if (isAboutSystem(action)) return 'system'
  return ACTION_GROUPS.find((group) => action.startsWith(`${group}-`) && group !== 'account') ?? 'account'
}
