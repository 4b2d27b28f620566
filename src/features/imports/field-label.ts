/** The feature whose rows are imported, and whose texts label the fields. */
export type ImportedThing = 'users' | 'repositories'

type Translate = (key: 'users:name' | 'repositories:name') => string

/** Returns the label of a field, like in the form of its feature. */
export function fieldLabel(t: Translate, thing: ImportedThing, field: string): string {
  return thing === 'users' ? t(`users:${field as 'name'}`) : t(`repositories:${field as 'name'}`)
}
