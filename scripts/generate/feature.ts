import type { Field } from './fields.ts'
import type { Names } from './names.ts'

/** The possible owners of a feature's rows. */
export const OWNERS = ['organization', 'user', 'everybody'] as const
export type Owner = (typeof OWNERS)[number]

/** The parts that a feature gets only if the command asks for them: `--api`. */
export const SWITCHES = ['api', 'csv', 'webhooks'] as const
export type Switch = (typeof SWITCHES)[number]

/** A new feature, as requested. */
export interface NewFeature {
  names: Names
  owner: Owner
  fields: Field[]
  /** The requested parts that not every feature has. */
  switches: readonly Switch[]
  /** The files that declare the tables of users and organizations, by their paths from the root. */
  tableFiles: { user: string; organization: string | undefined }
}

/** The contents of files, by their paths from the root. */
export type Files = Record<string, string>

/** Returns the fields of these kinds. */
export function fieldsOfKind(fields: Field[], ...kinds: Field['kind'][]): Field[] {
  return fields.filter(({ kind }) => kinds.includes(kind))
}

/** Returns the fields that hold the ID of another row. */
export function relationFields(fields: Field[]): Field[] {
  return fieldsOfKind(fields, 'user', 'organization')
}

/** Builds an import statement; returns an empty string if there are no names. Types are passed as `type Name`. */
export function importStatement(names: (string | false)[], from: string): string {
  const taken = [...new Set(names.filter((name) => name !== false))]
  if (taken.length === 0) return ''
  const areTypes = taken.every((name) => name.startsWith('type '))
  const sorted = taken.toSorted((one, other) => withoutTypeKeyword(one).localeCompare(withoutTypeKeyword(other), 'en'))
  return `import ${areTypes ? 'type ' : ''}{ ${sorted.map((name) => (areTypes ? withoutTypeKeyword(name) : name)).join(', ')} } from '${from}'\n`
}

function withoutTypeKeyword(name: string): string {
  return name.replace(/^type /, '')
}
