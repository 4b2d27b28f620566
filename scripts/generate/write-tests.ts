import { fieldsOfKind, relationFields, type Files, type NewFeature } from './feature.ts'
import { labelFieldOf, type Field } from './fields.ts'
import { filtersOf } from './write-server.ts'

/** Generates the field-dependent helpers of unit tests, and the tests of the fields. */
export function testFiles(feature: NewFeature): Files {
  const { many } = feature.names
  const folder = `src/features/${many.kebab}`
  return {
    [`${folder}/test-${many.kebab}.server.ts`]: testHelperCode(feature),
    [`${folder}/${many.kebab}.fields.test.ts`]: fieldsTestCode(feature),
    ...(filtersOf(feature.fields).length > 0 && {
      [`${folder}/${many.kebab}-filters.server.test.ts`]: filtersTestCode(feature),
    }),
  }
}

/** A valid stored value for each kind of field, as code. */
export const VALUES: Record<Exclude<Field['kind'], 'choice' | 'user' | 'organization'>, string> = {
  text: "'A line'",
  longtext: "'Two\\nlines'",
  number: '12.5',
  integer: '3',
  money: '1250',
  date: "'2026-03-14'",
  boolean: 'true',
}

/** A valid form text for each kind of field, as code. */
export const TEXTS: typeof VALUES = { ...VALUES, number: "'12.5'", integer: "'3'", money: "'12.50'", boolean: "'on'" }

/** Returns a valid value of a field, as code. */
export function valueOf(field: Field, texts: typeof VALUES): string {
  if (field.kind === 'choice') return `'${field.values[0]}'`
  if (field.kind === 'user' || field.kind === 'organization') return `${field.name}Id`
  return texts[field.kind]
}

function testHelperCode({ names: { one, many }, owner, fields }: NewFeature): string {
  const label = labelFieldOf(fields)
  const needed = fieldsOfKind(fields, 'organization').filter(({ isOptional }) => !isOptional)
  const others = fields.map((field) => {
    if (field === label) return `${label.column},`
    if (field.kind === 'user') return `${field.column}: context.actor.id,`
    if (field.kind === 'organization' && field.isOptional) return `${field.column}: null,`
    const value = valueOf(field, VALUES)
    return field.column === value ? `${value},` : `${field.column}: ${value},`
  })
  return `import type { Database } from '#db/client.ts'
import { ${[needed.length > 0 && 'member', needed.length > 0 && 'organization', 'user'].filter(Boolean).join(', ')} } from '#db/schema.ts'
import { contextOn } from '#service/test-context.server.ts'
import type { ${one.pascal}Fields } from './${many.kebab}.fields.ts'
import type { ${many.pascal}Context } from './${many.kebab}.scope.server.ts'

/** Adds a signed-in user. */
export async function signedIn(db: Database, name = 'Ada'): Promise<${many.pascal}Context> {
  const [added] = await db
    .insert(user)
    .values({ email: \`\${crypto.randomUUID()}@${many.kebab}.example\`, name })
    .returning({ id: user.id, name: user.name })
  if (!added) throw new Error('no user was added')
  return ${owner === 'user' ? '{ ...contextOn(db, added), session: { viewer: added } }' : 'contextOn(db, added)'}
}

/** Returns valid fields of a ${one.spaced}. */
export ${needed.length > 0 ? 'async ' : ''}function fieldsOf(
  ${needed.length > 0 || fieldsOfKind(fields, 'user').length > 0 ? 'context' : '_context'}: ${many.pascal}Context,
  ${label.column}: string,
  changed: Partial<${one.pascal}Fields> = {},
): Promise<${one.pascal}Fields> {
  ${needed.map(({ name }) => `const ${name}Id = await addOrganization(context)`).join('\n  ')}
  return ${needed.length > 0 ? '' : 'Promise.resolve('}{
    ${others.join('\n    ')}
    ...changed,
  }${needed.length > 0 ? '' : ')'}
}
${
  needed.length > 0
    ? `
async function addOrganization({ db, actor }: ${many.pascal}Context): Promise<string> {
  const [made] = await db.insert(organization).values({ name: 'Named' }).returning({ id: organization.id })
  if (!made) throw new Error('no organization was added')
  await db.insert(member).values({ organizationId: made.id, userId: actor.id, role: 'owner' })
  return made.id
}
`
    : ''
}`
}

/** Invalid texts for each kind of field, each with its message. */
const REFUSED: Record<Field['kind'], [typed: string, message: string][]> = {
  text: [
    ["'\\u202Eturned'", 'validation.invalid'],
    ["'a'.repeat(101)", 'validation.tooLong'],
  ],
  longtext: [
    ["'a\\0b'", 'validation.invalid'],
    ["'a'.repeat(2_001)", 'validation.tooLong'],
  ],
  number: [["'many'", 'validation.number']],
  integer: [
    ["'many'", 'validation.number'],
    ["'1.5'", 'validation.wholeNumber'],
    ["'2147483648'", 'validation.tooLarge'],
  ],
  money: [
    ["'much'", 'validation.number'],
    ["'1.234'", 'validation.decimals'],
  ],
  date: [["'2026-02-30'", 'validation.date']],
  boolean: [],
  choice: [["'none of these'", 'validation.choice']],
  user: [["'nobody'", 'validation.choice']],
  organization: [["'nothing'", 'validation.choice']],
}

function fieldsTestCode({ names: { one, many }, fields }: NewFeature): string {
  const filled = fields.map((field) => `${field.column}: ${isRelation(field) ? 'ID' : valueOf(field, TEXTS)},`)
  const refused = fields.flatMap((field) => [
    ...(field.isOptional || field.kind === 'boolean' || field.kind === 'choice'
      ? []
      : [`['${field.column}', '', 'validation.required'],`]),
    ...REFUSED[field.kind].map(([typed, message]) => `['${field.column}', ${typed}, '${message}'],`),
  ])
  const empty = fields.filter(({ isOptional }) => isOptional)
  const isText = ({ kind }: Field) => kind === 'text' || kind === 'longtext'
  return `import { expect, test } from 'vitest'
import { validator } from '#lib/validator.ts'
import { ${one.camel}Fields, type ${one.pascal}Texts } from './${many.kebab}.fields.ts'

const read = validator(${one.camel}Fields)
${fields.some(isRelation) ? "const ID = '00000000-0000-4000-8000-000000000000'\n" : ''}const FILLED: ${one.pascal}Texts = {
  ${filled.join('\n  ')}
}

/** Returns the schema's message for a field, or its parsed value. */
function outcome(field: keyof ${one.pascal}Texts, typed: string): unknown {
  try {
    return read({ ...FILLED, [field]: typed })[field]
  } catch (error) {
    return (error as { details: { fields: Record<string, string> } }).details.fields[field]
  }
}

test.each([
  ${refused.join('\n  ')}
] as const)('the field %s rejects %j', (field, typed, message) => {
  expect(outcome(field, typed)).toBe(message)
})
${
  empty.length > 0
    ? `
test.each([
  ${empty.map((field) => `['${field.column}', ${isText(field) ? "''" : 'null'}],`).join('\n  ')}
] as const)('the field %s can be empty', (field, kept) => {
  expect(outcome(field, '')).toBe(kept)
})
`
    : ''
}
test('valid texts are accepted', () => {
  expect(read(FILLED)).toEqual({
    ${fields.map((field) => `${field.column}: ${isRelation(field) ? 'ID' : valueOf(field, VALUES)},`).join('\n    ')}
  })
})
`
}

/** Whether a field refers to a row of another list. */
export function isRelation(field: Field): boolean {
  return relationFields([field]).length > 0
}

function filtersTestCode({ names: { one, many }, fields }: NewFeature): string {
  const label = labelFieldOf(fields)
  const kept = filtersOf(fields).map(({ column, kind, values }) => {
    const [first, second] = kind === 'boolean' ? ['true', 'false'] : [`'${values[0]}'`, `'${values[1]}'`]
    const [fitting, other] = kind === 'boolean' ? ["'yes'", "'no'"] : [first, second]
    return `[{ ${column}: ${first} }, { ${column}: ${fitting} }, { ${column}: ${other} }],`
  })
  return `import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { rolledBack } from '#db/test-database.ts'
import { ${one.camel}Filters, type ${one.pascal}Fields, type ${one.pascal}Filters } from './${many.kebab}.fields.ts'
import { count${many.pascal}, create${one.pascal}, list${many.pascal} } from './${many.kebab}.server.ts'
import { fieldsOf, signedIn } from './test-${many.kebab}.server.ts'

const CASES: [kept: Partial<${one.pascal}Fields>, fitting: Partial<${one.pascal}Filters>, other: Partial<${one.pascal}Filters>][] = [
  ${kept.join('\n  ')}
]

test.each(CASES)('a row with %o matches %o, and does not match %o', (kept, fitting, other) =>
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const ${label.column} = \`f\${crypto.randomUUID()}\`
    await create${one.pascal}(context, await fieldsOf(context, ${label.column}, kept))
    for (const [filters, count] of [
      [fitting, 1],
      [other, 0],
    ] as const) {
      const filter = { ...z.parse(${one.camel}Filters, filters), searchTerm: ${label.column} }
      const { rows } = await list${many.pascal}(context, { ...filter, sort: 'newest', cursor: null })
      expect(rows.map((row) => row.${label.column})).toEqual(Array(count).fill(${label.column}))
      expect(await count${many.pascal}(context, filter)).toBe(count)
    }
  })(),
)
`
}
