import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryAction } from '#audit/audit-actions.ts'
import { auditGroups, isAboutSystem } from '#features.ui.ts'
import { isDay } from '#lib/days.ts'
import { numberIn } from '#lib/intl.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ListLink } from '#ui/list-link.tsx'
import { clearedFilters, countFilters } from '#ui/list-search.ts'
import { HiddenFields } from '#ui/plain-form.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useDismissibleDetails } from '#ui/use-dismissible-details.ts'
import { useTraversal } from '#ui/use-traversal.ts'
import { HISTORY_PARTS, QUICK_DAYS, ACTION_FIELD_PREFIX, type HistorySearch } from '../history-search.ts'

interface HistoryFiltersProps {
  search: HistorySearch
  onSearch: (changed: Partial<HistorySearch>) => void
  isPending: boolean
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

/**
 * The search and the filters of the history: days, kinds of events, and the role of a user in them. The filters open above the
 * list without moving it, or in a drawer if there is little room and JavaScript is available.
 */
export function HistoryFilters({ search, onSearch, isPending }: HistoryFiltersProps) {
  const { t, i18n } = useTranslation()
  const menu = useDismissibleDetails()
  const [isInDrawer, setIsInDrawer] = useState(false)
  const { searchTerm, ...filters } = search
  const count = countFilters({ ...filters })
  const label = count === 0 ? t('list.filters') : t('list.filtersOn', { number: numberIn(i18n.language).format(count) })
  return (
    <>
      <SearchForm
        searchTerm={searchTerm}
        onSearch={(changed) => onSearch({ searchTerm: changed })}
        isPending={isPending}
      >
        <Button className="filters-button" onClick={() => setIsInDrawer(true)}>
          {label}
        </Button>
        <details {...menu} className="filters-menu">
          <summary className={buttonClasses()}>{label}</summary>
          <div className="filters-panel">
            <FilterFields search={search} onSearch={onSearch} />
          </div>
        </details>
      </SearchForm>
      <Dialog isOpen={isInDrawer} onClose={() => setIsInDrawer(false)} title={t('list.filters')}>
        <FilterFields search={search} onSearch={onSearch} />
        <Button variant="primary" className="sticky bottom-0 mt-4 w-full" onClick={() => setIsInDrawer(false)}>
          {t('list.done')}
        </Button>
      </Dialog>
    </>
  )
}

function FilterFields({ search, onSearch }: Pick<HistoryFiltersProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation(['audit', 'common'])
  const { searchTerm: _searchTerm, ...filters } = search
  return (
    <div className="grid gap-4">
      {countFilters({ ...filters }) > 0 && (
        <ListLink changed={clearedFilters({ ...filters })} className={buttonClasses()}>
          {t('common:list.clearFilters')}
        </ListLink>
      )}
      <div role="group" aria-label={t('quickDays')} className="flex flex-wrap gap-2">
        {QUICK_DAYS.map((days) => (
          <ListLink key={days} changed={{ days }} className={buttonClasses()}>
            {days === '1' ? t('today') : t('lastDays', { days: Number(days) })}
          </ListLink>
        ))}
      </div>
      <DayFilter
        name="from"
        label={t('from')}
        day={search.from}
        max={search.to || undefined}
        onDay={(from) => onSearch({ from })}
      />
      <DayFilter
        name="to"
        label={t('to')}
        day={search.to}
        min={search.from || undefined}
        onDay={(to) => onSearch({ to })}
      />
      {search.person !== '' && <PartFilter search={search} onSearch={onSearch} />}
      <ActionFilter search={search} onSearch={onSearch} />
    </div>
  )
}

interface DayFilterProps {
  name: string
  label: string
  day: string
  min?: string | undefined
  max?: string | undefined
  onDay: (day: string) => void
}

/** The field for a day. Reports complete days only, because a year is typed digit by digit. */
function DayFilter({ day, onDay, ...attributes }: DayFilterProps) {
  const [renewals, setRenewals] = useState(0)
  /** The days that this field has reported and that are not in the URL yet, because the URL changes later. */
  const reportedDays = useRef<string[]>([day])
  useEffect(() => {
    const place = reportedDays.current.indexOf(day)
    reportedDays.current = reportedDays.current.slice(place + 1)
    // If the field did not report this day, something else put it into the URL, for example a link. Render the field again.
    if (place < 0) setRenewals((count) => count + 1)
  }, [day])
  useTraversal(() => {
    reportedDays.current = []
    setRenewals((count) => count + 1)
  })

  function look({ value, validity }: HTMLInputElement) {
    if (!isDay(value) && (value !== '' || validity.badInput)) return
    reportedDays.current.push(value)
    onDay(value)
  }

  return <DateField key={renewals} defaultValue={day} onChange={({ target }) => look(target)} {...attributes} />
}

/** The filter for the role of the selected user in the events. */
function PartFilter({ search, onSearch }: Pick<HistoryFiltersProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation('audit')
  return (
    <>
      <HiddenFields values={{ person: search.person }} />
      <SelectField
        name="part"
        label={t('part')}
        value={search.part}
        options={[
          { value: '', label: t('parts.any') },
          ...HISTORY_PARTS.map((value) => ({ value, label: t(`parts.${value}`) })),
        ]}
        onChange={(part) => onSearch({ part })}
      />
    </>
  )
}

/** The filter for the kinds of events. Offers all kinds that have a text. */
function ActionFilter({ search, onSearch }: Pick<HistoryFiltersProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation('audit')
  // The URL changes a moment after a tick. Until then, keep the tick in the state, so that a second tick does not undo the first.
  const [ticked, setTicked] = useState({ inUrl: search.actions, actions: search.actions })
  if (ticked.inUrl !== search.actions) setTicked({ inUrl: search.actions, actions: search.actions })
  const chosen = new Set(ticked.actions.split(',').filter(Boolean))
  const actions = Object.keys(t('actions', { returnObjects: true })) as HistoryAction[]

  function toggle(action: string) {
    if (!chosen.delete(action)) chosen.add(action)
    const changed = actions.filter((one) => chosen.has(one)).join(',')
    setTicked({ ...ticked, actions: changed })
    onSearch({ actions: changed })
  }

  return (
    <>
      {ACTION_GROUPS.map((group) => (
        <fieldset key={group} className="min-w-0">
          <legend className="mb-1 font-medium">{t(`groups.${group}`)}</legend>
          {actions
            .filter((action) => groupOf(action) === group)
            .map((action) => (
              <ChoiceInput
                key={action}
                name={`${ACTION_FIELD_PREFIX}${action}`}
                checked={chosen.has(action)}
                onChange={() => toggle(action)}
                className="min-h-11 break-words"
                label={t(`actions.${action}`)}
              />
            ))}
        </fieldset>
      ))}
    </>
  )
}

/** Returns the group of an action by the start of its name; `account` for other names, which are actions on one's own account. */
function groupOf(action: string): (typeof ACTION_GROUPS)[number] {
  if (isAboutSystem(action)) return 'system'
  return ACTION_GROUPS.find((group) => action.startsWith(`${group}-`) && group !== 'account') ?? 'account'
}
