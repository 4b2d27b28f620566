/** The feature whose things are imported: its texts name the fields. */
export type ImportedThing = 'users' | 'repositories'

type Translate = (key: 'users:name' | 'repositories:name') => string

/** The label of a field, as the form of its feature has it. */
export function fieldLabel(t: Translate, thing: ImportedThing, field: string): string {
  return thing === 'users' ? t(`users:${field as 'name'}`) : t(`repositories:${field as 'name'}`)
}
