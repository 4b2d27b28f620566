import { PlainFailure } from '../support/plain-failure.ts'
import { isReserved, spellingsOf, type Spellings } from './names.ts'

/** The kinds of fields and their meanings. A `choice` has no entry, because the command line names its values instead. */
export const KINDS = {
  text: 'a line of text',
  longtext: 'several lines of text',
  number: 'a number, with decimals',
  integer: 'a whole number',
  money: 'an amount of money',
  date: 'a day',
  boolean: 'yes or no',
  user: 'someone with an account',
  organization: 'an organization',
} as const
export type Kind = keyof typeof KINDS | 'choice'

/** A field of a new feature. */
export interface Field {
  /** The name on the command line: `issuedBy`. */
  name: string
  kind: Kind
  /** Whether the field can be empty. */
  isOptional: boolean
  /** The values of a choice. */
  values: string[]
  /** The name in the form and the table: `issuedById` for a reference to another row. */
  column: string
  words: Spellings
}

export const FIELD_HELP = `A field is NAME:TYPE, followed by ? if it can be empty:
  number:text status:draft,sent,paid due:date? amount:money customer:organization
The first text without ? is the name of a row. Types: ${Object.keys(KINDS).join(', ')}, or the values of a choice, separated by commas.`

const NAME = /^[a-z][a-z\d]*([A-Z][a-z\d]*)*$/
const VALUE = /^[a-z][a-z\d]*(-[a-z\d]+)*$/
const MAX_NAME = 24
const MAX_FIELDS = 20
const MAX_VALUES = 12
/** Reserved field names: the columns that every table has, and identifiers in the generated pages, forms and lists. */
const RESERVED_BY_CODE =
  `id createdAt updatedAt deletedAt createdBy createdById organization organizationId sortName searchText searchTerm sort
  after limit dialog cursor newest created area intent typedIn position page form table subject actor index
  and eq sql app made filters t z row rows db context changed value text texts field choice tick day`.split(/\s+/)
/** Reserved field names, because the history has special formats for fields with these names. */
const RESERVED_BY_HISTORY =
  `role format filter expires events scopes providers passkey keptPasskeys keptFrom banExpires apiKey memberRole
  privateRepositories`.split(/\s+/)

/** The default fields of a feature. */
export const USUAL_FIELDS = ['name:text', 'description:longtext?']

/**
 * Parses fields in the format of the command line: `due:date?`.
 * @throws {PlainFailure} for an invalid field or a reserved name, and if no field can be the name of a row
 */
export function parseFields(given: readonly string[]): Field[] {
  const fields = given.map(parseField)
  if (fields.length > MAX_FIELDS)
    throw new PlainFailure(`${fields.length} fields are too many for one form. Use at most ${MAX_FIELDS}.`)
  const names = fields.flatMap(({ name, column }) => [...new Set([name, column])])
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) throw new PlainFailure(`"${twice}" is used twice. Give each field a unique name.`)
  if (!fields.some(canLabelRow))
    throw new PlainFailure(`None of these fields can name a row in lists. Add a text field without ?, like name:text.`)
  return fields
}

/** Returns the field whose value is the name of a row in lists. */
export function labelFieldOf(fields: Field[]): Field {
  const found = fields.find(canLabelRow)
  if (!found) throw new Error('no field can be the name of a row')
  return found
}

function canLabelRow({ kind, isOptional }: Field): boolean {
  return kind === 'text' && !isOptional
}

function parseField(given: string): Field {
  const [, name = '', what = '', mark] = /^([^:]*):(.*?)(\?)?$/.exec(given) ?? []
  if (name === '' || what === '') throw new PlainFailure(`"${given}" isn't a field.\n${FIELD_HELP}`)
  refuseName(name)
  const field = { name, isOptional: mark !== undefined, words: spellingsOf(kebab(name)) }
  const values = what.split(',')
  if (values.length > 1) return { ...field, kind: 'choice', values: checkedValues(name, values), column: name }
  const kind = readKind(name, what)
  if (kind === 'boolean' && field.isOptional)
    throw new PlainFailure(`"${name}" is a boolean, which can't be empty. Remove the ?.`)
  const isRelation = kind === 'user' || kind === 'organization'
  return { ...field, kind, values: [], column: isRelation ? `${name}Id` : name }
}

function readKind(name: string, what: string): keyof typeof KINDS {
  const kind = Object.keys(KINDS).find((one): one is keyof typeof KINDS => one === what)
  if (kind !== undefined) return kind
  if (what === 'file')
    throw new PlainFailure(
      `"${name}" can't be a file, because the app doesn't store files. Use ${name}:text for the address of a file.`,
    )
  throw new PlainFailure(`"${what}" isn't a type of field.\n${FIELD_HELP}`)
}

function refuseName(name: string) {
  if (!NAME.test(name) || name.length > MAX_NAME)
    throw new PlainFailure(
      `"${name}" isn't a valid field name. Use letters and digits, starting with a lowercase letter, ${MAX_NAME} characters at most, like issuedBy.`,
    )
  if (isReserved(name)) throw new PlainFailure(`"${name}" is a reserved word of JavaScript. Choose another name.`)
  if (RESERVED_BY_CODE.includes(name))
    throw new PlainFailure(
      `"${name}" is taken, because every row or the code around it uses it. Choose another name, for example with a prefix.`,
    )
  if (RESERVED_BY_HISTORY.includes(name))
    throw new PlainFailure(
      `"${name}" means something else in the history. Choose another name, for example with a prefix.`,
    )
}

function checkedValues(name: string, values: string[]): string[] {
  const wrong = values.find((value) => !VALUE.test(value))
  if (wrong !== undefined)
    throw new PlainFailure(
      `"${wrong}" isn't a valid value of ${name}. Use lowercase letters, digits and dashes, starting with a letter, like in-review.`,
    )
  if (new Set(values).size < values.length)
    throw new PlainFailure(`A value of the field ${name} is repeated. Use each value once.`)
  if (values.length > MAX_VALUES)
    throw new PlainFailure(
      `The field ${name} has ${values.length} values. Use at most ${MAX_VALUES}, or make it a text field.`,
    )
  return values
}

function kebab(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
