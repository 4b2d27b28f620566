import { importStatement, relationFields, type Files, type NewFeature } from './feature.ts'
import type { Field } from './fields.ts'
import { filtersOf, isLong } from './write-server.ts'

/** Generates the columns of lists and pages, the conditions of filters, and the values for the history. */
export function columnFiles(feature: NewFeature): Files {
  const { many } = feature.names
  return { [`src/features/${many.kebab}/${many.kebab}.columns.server.ts`]: columnsCode(feature) }
}

function columnsCode({ names: { one, many }, fields }: NewFeature): string {
  const relations = relationFields(fields)
  const nameOf = ({ name, kind, words }: Field) => {
    const table = kind === 'user' ? '"user"' : 'organization'
    return `${name}Name: sql<string | null>\`(select ${table}.name from ${table} where ${table}.id = ${one.snake}.${words.snake}_id)\`,`
  }
  const columnsOf = (some: Field[]) =>
    some.flatMap((field) => [`${field.column}: ${one.camel}.${field.column},`, ...relationFields([field]).map(nameOf)])
  const conditions = filtersOf(fields).map(({ column, kind }) =>
    kind === 'boolean'
      ? `${column} === '' ? undefined : eq(${one.camel}.${column}, ${column} === 'yes'),`
      : `${column} === '' ? undefined : eq(${one.camel}.${column}, ${column}),`,
  )
  const told = fields.map((field) => `${field.name}: ${historyText(field, `${one.camel}.`)},`)
  const encodes = told.some((line) => line.includes('z.encode'))
  const filterNames = filtersOf(fields).map(({ column }) => column)
  const listed = columnsOf(fields.filter((field) => !isLong(field)))
  const drizzle = [filterNames.length > 0 && 'and', filterNames.length > 0 && 'eq', relations.length > 0 && 'sql']
  return `${importStatement([...drizzle, filterNames.length > 0 && 'type SQL'], 'drizzle-orm')}${encodes ? "import * as z from 'zod/mini'\n" : ''}import { ${one.camel} } from '#db/schema.ts'
${importStatement([encodes && `${one.camel}Fields`, `type ${one.pascal}Detail`, filterNames.length > 0 && `type ${one.pascal}Filters`], `./${many.kebab}.fields.ts`)}
${encodes ? `const { shape } = ${one.camel}Fields\n` : ''}
/** The columns of a list. */
export const listedColumns = {
  ${listed.join('\n  ')}
}

/** The columns of all fields. */
export const detailColumns = {
  ...listedColumns,
  ${columnsOf(fields.filter(isLong)).join('\n  ')}
}

${
  filterNames.length === 0
    ? ''
    : `/** Returns the condition for the filters of the list. */
export function matchesFilter({ ${filterNames.join(', ')} }: ${one.pascal}Filters): SQL | undefined {
  return and(
    ${conditions.join('\n    ')}
  )
}
`
}
/** Converts the fields to texts for the history. */
export function historyOf(${one.camel}: Pick<${one.pascal}Detail, ${fields.map((field) => `'${historyColumn(field)}'`).join(' | ')}>) {
  return {
    ${told.join('\n    ')}
  }
}
`
}

function historyColumn(field: Field): string {
  return relationFields([field]).length > 0 ? `${field.name}Name` : field.column
}

/** Returns the code of an expression: the text of a field in the history, or null if a number is empty. */
export function historyText(field: Field, row: string): string {
  const value = `${row}${historyColumn(field)}`
  switch (field.kind) {
    case 'number':
    case 'integer':
    case 'money': {
      const text = `z.encode(shape.${field.column}, ${value})`
      return field.isOptional ? `${value} === null ? null : ${text}` : text
    }
    case 'boolean':
      return `${value} ? '✓' : '✗'`
    default:
      return value
  }
}
