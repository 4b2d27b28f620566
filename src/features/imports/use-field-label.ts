import { useTranslation } from 'react-i18next'
import { fieldLabel, type ImportedThing } from './field-label.ts'

/** Returns a function that labels a field, like in the form of its feature. */
export function useImportFieldLabel(thing: ImportedThing): (field: string) => string {
  const { t } = useTranslation(['users', 'repositories'])
  return (field) => fieldLabel(t, thing, field)
}
