import { useTranslation } from 'react-i18next'
import { ChoiceChip } from '#ui/filter-chip.tsx'
import { STATUSES } from '../notes.choices.ts'
import type { NoteFilters } from '../notes.fields.ts'

/** The filters of the list. */
export function FilterChips({ filters }: { filters: NoteFilters }) {
  const { t } = useTranslation('notes')
  return (
    <>
      <ChoiceChip
        name="status"
        label={t('fields.status')}
        value={filters.status}
        options={STATUSES.map((value) => ({ value, label: t(`choices.status.${value}`) }))}
      />
    </>
  )
}
