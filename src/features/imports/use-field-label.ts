import { useTranslation } from 'react-i18next'
import { fieldLabel, type ImportedThing } from './field-label.ts'

/** The label of a field, as the form of its feature has it. */
export function useFieldLabel(thing: ImportedThing): (field: string) => string {
  const { t } = useTranslation(['users', 'repositories'])
  return (field) => fieldLabel(t, thing, field)
}
