import { useTranslation } from 'react-i18next'
import { SelectField } from '#ui/select-field.tsx'
import { STATUSES } from '../notes.choices.ts'
import type { NoteFilters } from '../notes.fields.ts'

interface FilterFieldsProps {
  filters: NoteFilters
  isLabelHidden: boolean
  onChange: (changed: Partial<NoteFilters>) => void
}

/** The fields that filter the list. */
export function FilterFields({ filters, isLabelHidden, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('notes')
  return (
    <>
      <SelectField
        name="status"
        label={t('fields.status')}
        isLabelHidden={isLabelHidden}
        value={filters.status}
        options={[
          { value: '', label: t('all', { field: t('fields.status') }) },
          ...STATUSES.map((value) => ({ value, label: t(`choices.status.${value}`) })),
        ]}
        onChange={(status) => onChange({ status })}
      />
    </>
  )
}
