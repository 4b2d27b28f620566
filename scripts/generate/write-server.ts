import path from 'node:path'
import pluralize from 'pluralize'
import { importStatement, fieldsOfKind, relationFields, type Files, type NewFeature } from './feature.ts'
import { labelFieldOf, type Field } from './fields.ts'

/** Generates the table, the schema, the values and the limits of the fields. */
export function serverFiles(feature: NewFeature): Files {
  const { many } = feature.names
  const file = (name: string) => `src/features/${many.kebab}/${many.kebab}.${name}.ts`
  return {
    [file('config')]: configCode(feature),
    [file('tables.server')]: tableCode(feature),
    [file('fields')]: schemaCode(feature),
    ...(fieldsOfKind(feature.fields, 'choice').length > 0 && { [file('choices')]: choicesCode(feature) }),
  }
}

function choicesCode({ fields }: NewFeature): string {
  return fieldsOfKind(fields, 'choice')
    .map(
      (field) =>
        `export const ${valuesName(field)} = [${field.values.map((value) => `'${value}'`).join(', ')}] as const\n`,
    )
    .join('')
}

/** Returns the name of the constant with the values of a choice. */
export function valuesName({ words }: Field): string {
  return pluralize.plural(words.snake).toUpperCase()
}

function configCode({ names: { many }, fields }: NewFeature): string {
  const money = fieldsOfKind(fields, 'money').length > 0
  return `/** The limits of ${many.spaced}. */
export const ${many.camel}Config = {
  /** Maximum number of ${many.spaced} per owner. */
  most: 1_000,
  textMaxLength: 100,
  longTextMaxLength: 2_000,
  /** Days during which a deletion can be undone. */
  undoDays: 1,${money ? `\n  /** The ISO 4217 code of all amounts. */\n  currency: 'EUR',` : ''}
} as const
`
}

const COLUMNS: Record<Field['kind'], (field: Field) => string> = {
  text: () => 'text()',
  longtext: () => 'text()',
  number: () => 'doublePrecision()',
  integer: () => 'integer()',
  money: () => "bigint({ mode: 'number' })",
  date: () => 'date()',
  boolean: () => 'boolean()',
  choice: (field) => `text({ enum: ${valuesName(field)} })`,
  user: () => "uuid().references(() => user.id, { onDelete: 'set null' })",
  organization: () => "uuid().references(() => organization.id, { onDelete: 'set null' })",
}

function tableCode({ names: { one, many }, owner, fields, tableFiles }: NewFeature): string {
  const folder = `src/features/${many.kebab}`
  const relative = (file: string) => path.posix.relative(folder, file)
  const isOwned = owner === 'organization'
  const own = { organization: 'table.organizationId, ', user: 'table.createdById, ', everybody: '' }[owner]
  const declared = fields.map((field) => {
    // The referenced row can be deleted, which empties the column, even if the form requires a value.
    const notNull = field.isOptional || relationFields([field]).length > 0 ? '' : '.notNull()'
    const note = field.kind === 'money' ? `/** The amount in the smallest unit of the currency. */\n    ` : ''
    return `${note}${field.column}: ${COLUMNS[field.kind](field)}${notNull},`
  })
  const builders = declared.flatMap((line) => /: (\w+)\(/.exec(line)?.[1] ?? [])
  const label = labelFieldOf(fields)
  const texts = fieldsOfKind(fields, 'text', 'longtext').map(({ column, isOptional }) =>
    isOptional ? `coalesce(\${${one.camel}.${column}}, '')` : `\${${one.camel}.${column}}`,
  )
  const listed = fieldsOfKind(fields, 'choice', 'boolean').map(
    ({ column, words }) =>
      `index('${one.snake}_by_${words.snake}').on(${own}table.${column}, table.createdAt, table.id).where(isActive),`,
  )
  const keys = relationFields(fields).map(({ column }) => `index().on(table.${column}),`)
  const refersToOrganizations = isOwned || fieldsOfKind(fields, 'organization').length > 0
  return `import { sql, type SQL } from 'drizzle-orm'
${importStatement([...builders, 'index', 'pgTable', 'text', 'uuid'], 'drizzle-orm/pg-core')}import { byteOrdered, createdAt, id, moment, updatedAt } from '${relative('src/db/tables/columns.ts')}'
${importStatement([refersToOrganizations && 'organization'], relative(tableFiles.organization ?? ''))}import { user } from '${relative(tableFiles.user)}'
${importStatement(fieldsOfKind(fields, 'choice').map(valuesName), `./${many.kebab}.choices.ts`)}
/** ${many.sentence}, with ${isOwned ? 'their owners' : 'the users who added them'}. */
export const ${one.camel} = pgTable(
  '${one.snake}',
  {
    id: id(),
    ${declared.join('\n    ')}
    ${isOwned ? `/** The owner; null for a shared row. */\n    organizationId: uuid().references(() => organization.id, { onDelete: 'cascade' }),` : ''}
    /** The sort key of lists. */
    sortName: byteOrdered().generatedAlwaysAs((): SQL => sql\`folded(\${${one.camel}.${label.column}})\`),
    /** The normalized text that searches match. */
    searchText: text().generatedAlwaysAs((): SQL => sql\`folded(${texts.join(` || ' ' || `)})\`),
    ${
      owner === 'user'
        ? `/** The owner. */\n    createdById: uuid().notNull().references(() => user.id, { onDelete: 'cascade' }),`
        : `createdById: uuid().references(() => user.id, { onDelete: 'set null' }),`
    }
    /** The time of the deletion: the row can be restored for a day, and is then purged. */
    deletedAt: moment(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => {
    const isActive = sql\`\${table.deletedAt} is null\`
    return [
      index('${one.snake}_newest').on(${own}table.createdAt, table.id).where(isActive),
      index('${one.snake}_order').on(${own}table.sortName, table.id).where(isActive),
      ${listed.join('\n      ')}
      index('${one.snake}_search').using('gin', sql\`\${table.searchText} gin_trgm_ops\`).where(isActive),
      index('${one.snake}_deleted').on(table.deletedAt).where(sql\`\${table.deletedAt} is not null\`),
      ${isOwned ? 'index().on(table.organizationId),' : ''}
      index().on(table.createdById),
      ${keys.join('\n      ')}
    ]
  },
)
`
}

function schemaOf(field: Field): string {
  const { kind, isOptional } = field
  if (kind === 'text')
    return isOptional
      ? "z.string().check(z.trim(), z.maxLength(textMaxLength, STOP), z.refine((text) => text === '' || isVisibleText(text), INVALID))"
      : 'z.string().check(z.trim(), z.minLength(1, STOP), z.maxLength(textMaxLength, STOP), z.refine(isVisibleText, INVALID))'
  if (kind === 'longtext')
    return `z.string().check(z.trim(), ${isOptional ? '' : 'z.minLength(1, STOP), '}z.maxLength(longTextMaxLength, STOP), z.refine(isKeepable, INVALID))`
  const codec = {
    number: 'numberField()',
    integer: 'integerField({ min: -LARGEST_INTEGER, max: LARGEST_INTEGER })',
    money: 'moneyField({ currency })',
    date: 'dayField()',
    boolean: 'booleanField()',
    choice: `choiceField(${valuesName(field)})`,
    user: 'relationField()',
    organization: 'relationField()',
  }[kind]
  return isOptional ? `nullableField(${codec})` : codec
}

function schemaCode({ names: { one, many }, fields }: NewFeature): string {
  const shape = fields.map((field) => `${field.column}: ${schemaOf(field)},`)
  const has = (word: string) => shape.some((line) => line.includes(word))
  const numbers = ['textMaxLength', has('longTextMaxLength') && 'longTextMaxLength', has('currency') && 'currency']
  const helpers = shape.flatMap((line) => line.match(/\b(?:\w+Field|nullableField)(?=\()/g) ?? [])
  const filters = filtersOf(fields).map(({ column, values, kind, ...field }) =>
    kind === 'boolean'
      ? `${column}: otherwise(z.enum(['', 'yes', 'no']), ''),`
      : `${column}: otherwise(z.enum(['', ...${valuesName({ column, values, kind, ...field })}]), ''),`,
  )
  return `${filters.length > 0 ? "import { catch as otherwise } from 'zod/mini'\n" : ''}import * as z from 'zod/mini'
${importStatement(helpers, '#lib/form-fields.ts')}import { isVisibleText } from '#lib/text-safety.ts'
import type { ValidationKey } from '#lib/validation-message.ts'
${importStatement(fieldsOfKind(fields, 'choice').map(valuesName), `./${many.kebab}.choices.ts`)}import { ${many.camel}Config } from './${many.kebab}.config.ts'

const { ${numbers.filter(Boolean).join(', ')} } = ${many.camel}Config
/** Ends the validation of a field at a failed rule, because a later rule's message would replace this rule's message. */
const STOP = { abort: true }
const INVALID = { error: 'validation.invalid' satisfies ValidationKey, abort: true }
${has('LARGEST_INTEGER') ? '/** The largest integer that PostgreSQL stores in four bytes. */\nconst LARGEST_INTEGER = 2_147_483_647\n' : ''}
/** The fields of a ${one.spaced}, as a form submits them. */
export const ${one.camel}Fields = z.object({
  ${shape.join('\n  ')}
})
/** The fields in their stored form. */
export type ${one.pascal}Fields = z.output<typeof ${one.camel}Fields>
/** The fields as texts, as in a form. */
export type ${one.pascal}Texts = z.input<typeof ${one.camel}Fields>

/** The filters of the list besides its search, as in its URL; an empty or invalid filter matches all. */
export const ${one.camel}Filters = z.object({
  ${filters.join('\n  ')}
})
export type ${one.pascal}Filters = ${filters.length > 0 ? `z.output<typeof ${one.camel}Filters>` : 'object'}

/** A row in a list. */
export interface ${one.pascal}Row {
  id: string
  ${fieldTypeLines(fields.filter((field) => !isLong(field))).join('\n  ')}
  /** ISO 8601 */
  createdAt: string
}

/** A row on its page. */
export interface ${one.pascal}Detail extends ${one.pascal}Row {
  ${fieldTypeLines(fields.filter(isLong)).join('\n  ')}
  /** ISO 8601 */
  updatedAt: string
  /** The user who added it; null if they were deleted. */
  createdBy: { id: string; name: string } | null
}
${has('isKeepable') ? `\nfunction isKeepable(text: string): boolean {\n  return !/[\\0\\p{Cs}]/u.test(text)\n}\n` : ''}`
}

/** Returns the fields with their types, as lines of an interface. */
function fieldTypeLines(some: Field[]): string[] {
  return some.flatMap((field) => {
    const isRelation = relationFields([field]).length > 0
    const type = field.kind === 'choice' ? `(typeof ${valuesName(field)})[number]` : TYPES[field.kind]
    const amount = field.kind === 'money' ? '/** The amount in the smallest unit of the currency. */\n  ' : ''
    const own = `${amount}${field.column}: ${type}${field.isOptional || isRelation ? ' | null' : ''}`
    return isRelation ? [own, `${field.name}Name: string | null`] : [own]
  })
}

/** Whether a field is too long for a list. */
export function isLong({ kind }: Field): boolean {
  return kind === 'longtext'
}

/** Returns the fields that can filter a list. */
export function filtersOf(fields: Field[]): Field[] {
  return fieldsOfKind(fields, 'choice', 'boolean')
}

const TYPES: Record<Exclude<Field['kind'], 'choice'>, string> = {
  text: 'string',
  longtext: 'string',
  number: 'number',
  integer: 'number',
  money: 'number',
  date: 'string',
  boolean: 'boolean',
  user: 'string',
  organization: 'string',
}
