import { useTranslation } from 'react-i18next'
import type { Column } from '#ui/list-head.tsx'
import type { NoteRow } from '../notes.fields.ts'

/** The columns of the fields, between the first and the last column of the list. */
export function useFieldColumns(): Column<NoteRow>[] {
  const { t } = useTranslation('notes')
  return [
    { name: 'status', header: t('fields.status'), shownFrom: 640, cell: (row) => t(`choices.status.${row.status}`) },
  ]
}
