import { fieldsOfKind, importStatement, type Files, type NewFeature } from './feature.ts'
import type { Field } from './fields.ts'
import { rename } from './rename.ts'
import { filtersOf, isLong, valuesName } from './write-server.ts'
import { apiTestCode } from './write-api-test.ts'
import { isRelation } from './write-tests.ts'

/** Generates the operations of the API, and their test over HTTP. */
export function apiFiles(feature: NewFeature): Files {
  const { many } = feature.names
  return {
    [`src/features/${many.kebab}/${many.kebab}.api.server.ts`]: operationsCode(feature),
    [`e2e/${many.kebab}/${many.kebab}.api.http.e2e.ts`]: apiTestCode(feature),
  }
}

/** Returns the names of the API's schemas, which are unique in its description. */
export function schemaNames({ one }: NewFeature['names']): string[] {
  return [one.pascal, `${one.pascal}Row`, `${one.pascal}List`, `New${one.pascal}`, `${one.pascal}Changes`]
}

function isNullableText({ kind, isOptional }: Field): boolean {
  return isOptional && (kind === 'text' || kind === 'longtext')
}

/** The schemas of fields in responses. */
const RESPONSE_SCHEMAS: Record<Exclude<Field['kind'], 'choice' | 'user' | 'organization'>, string> = {
  text: 'z.string()',
  longtext: 'z.string()',
  number: 'z.number()',
  integer: 'z.int()',
  money: 'z.int()',
  date: 'z.iso.date()',
  boolean: 'z.boolean()',
}

function responseFieldCode(field: Field): string[] {
  const { kind, column, name, isOptional } = field
  if (kind === 'user' || kind === 'organization')
    return [`${column}: z.nullable(z.guid()),`, `${name}Name: z.nullable(z.string()),`]
  const schema = kind === 'choice' ? `z.enum(${valuesName(field)})` : RESPONSE_SCHEMAS[kind]
  return [`${column}: ${isOptional ? `z.nullable(${schema})` : schema},`]
}

/** Returns the value of a field in the format of the form, read from the row. */
function formValueOf(field: Field): string {
  const { column, isOptional } = field
  if (isNullableText(field)) return `${column}: row.${column} ?? '',`
  // A required reference is null after the deletion of the referenced row.
  return `${column}: row.${column}${isRelation(field) && !isOptional ? ' as string' : ''},`
}

/** The context of each owner's rules, as code. */
const CONTEXTS: Record<NewFeature['owner'], (names: NewFeature['names']) => string> = {
  organization: ({
    many,
  }) => `/** Returns a context in which lists have an organization's ${many.spaced} (without an ID, shared ones), and each is found by its ID. */
function contextOf(context: ApiContext, organizationId?: string | null) {
  return { ...context, scope: ownerScopeForAdministrator(organizationId ?? '') }
}
`,
  user: ({ many }) => `/** Returns a context with the ${many.spaced} of the user whose key it is. */
function contextOf(context: ApiContext) {
  return { ...context, session: { ...context.session, viewer: context.actor } }
}
`,
  everybody: ({ many }) => `/** Returns a context with all ${many.spaced}. */
function contextOf(context: ApiContext) {
  return context
}
`,
}

const VISIBILITY: Record<NewFeature['owner'], (names: NewFeature['names']) => string> = {
  organization: ({ many }) =>
    `Without \`organizationId\`, lists the shared ${many.spaced}; with it, those of the organization.`,
  user: ({ many }) => `Lists the ${many.spaced} of the key’s owner.`,
  everybody: ({ many }) => `Lists all ${many.spaced}.`,
}

/** Generates the imports of the operations. */
function importsCode({ names: { one, many }, owner, fields }: NewFeature): string {
  const hasNullable = fields.some(isNullableText)
  const hasText = fieldsOfKind(fields, 'text').length > 0
  return `import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
${importStatement(['bodySchemas', hasNullable && 'nullableText', 'responseSchemas', hasText && 'VISIBLE_TEXT'], '#api/named-schemas.ts')}import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { ${one.camel} } from '#db/schema.ts'
${importStatement([owner === 'organization' && 'ownerScopeForAdministrator'], '#db/scope.ts')}import { optionalExcept, valueShapeOf } from '#lib/form-fields.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
${importStatement(fieldsOfKind(fields, 'choice').map(valuesName), `./${many.kebab}.choices.ts`)}import { ${many.camel}Config } from './${many.kebab}.config.ts'
import { ${one.camel}Fields, type ${one.pascal}Detail, type ${one.pascal}Fields, type ${one.pascal}Row } from './${many.kebab}.fields.ts'
import { SORTS } from './${many.kebab}.schema.ts'
import { isWithinReach } from './${many.kebab}.scope.server.ts'
import { create${one.pascal}, delete${one.pascal}, get${one.pascal}, list${many.pascal}, update${one.pascal} } from './${many.kebab}.server.ts'
`
}

/** Generates the schemas of bodies and responses. */
function schemasCode({ names: { one }, owner, fields }: NewFeature): string {
  const needed = fields.filter(({ isOptional, kind }) => !isOptional && kind !== 'boolean')
  const nullable = fields.filter(isNullableText)
  const visible = fieldsOfKind(fields, 'text').map(
    ({ column }) => `z.globalRegistry.add(shape.${column}, { description: VISIBLE_TEXT })\n`,
  )
  const values =
    nullable.length === 0
      ? 'valueShapeOf(shape)'
      : `{ ...valueShapeOf(shape), ${nullable.map(({ column }) => `${column}: nullableText(shape.${column}),`).join(' ')} }`
  const more = [
    ...nullable.map(({ column }) => `${column}: z._default(values.${column}, ''),`),
    ...(owner === 'organization' ? ['organizationId: z.optional(z.nullable(z.guid())),'] : []),
  ]
  const answersOf = (isWanted: (field: Field) => boolean) =>
    fields.filter(isWanted).flatMap(responseFieldCode).join('\n  ')
  return `const row = {
  id: z.guid(),
  ${answersOf((field) => !isLong(field))}
  createdAt: z.iso.datetime(),
}
const rowResponse: z.ZodMiniType<unknown, ${one.pascal}Row> = z.object(row).register(responseSchemas, { id: '${one.pascal}Row' })
const response: z.ZodMiniType<unknown, ${one.pascal}Detail> = z
  .object({
    ...row,
    ${answersOf(isLong)}
    updatedAt: z.iso.datetime(),
    createdBy: z.nullable(z.object({ id: z.guid(), name: z.string() })),
  })
  .register(responseSchemas, { id: '${one.pascal}' })

const { shape } = ${one.camel}Fields
${visible.join('')}const values = ${values}
const new${one.pascal} = z
  .strictObject({
    ...optionalExcept(values, [${needed.map(({ column }) => `'${column}'`).join(', ')}]),
    ${more.join('\n    ')}
  })
  .register(bodySchemas, { id: 'New${one.pascal}' })
const changes = z.partial(z.strictObject(values)).register(bodySchemas, { id: '${one.pascal}Changes' })
`
}

function operationsCode(feature: NewFeature): string {
  const { names, owner, fields } = feature
  const { one, many } = names
  const of = (text: string) => rename(text, names)
  const isOwned = owner === 'organization'
  const filters = filtersOf(fields).map((field) => {
    const values = field.kind === 'boolean' ? `'yes', 'no'` : `...${valuesName(field)}`
    return `${field.column}: z._default(z.enum(['', ${values}]), ''),`
  })
  return `${importsCode(feature)}
${schemasCode(feature)}
/** The API operations on ${many.spaced}, with the same rules as the pages. */
export const ${one.camel}Operations: ApiOperation[] = [
  operation('GET /${many.kebab}', '${one.camel}:read', {
    id: 'list${many.pascal}',
    summary: 'List ${many.spaced}',
    description: '${VISIBILITY[owner](names)} Empty filters match all ${many.spaced}.',
    query: z.strictObject({
      searchTerm: z._default(z.string(), ''),
      ${[...filters, ...(isOwned ? ['organizationId: z.optional(z.guid()),'] : [])].join('\n      ')}
      sort: z._default(z.enum(SORTS), 'newest'),
      ...pageParameters,
    }),
    response: listResponseSchema('${one.pascal}List', rowResponse),
    handle: async (context, { query: { after = null, ${isOwned ? 'organizationId, ' : ''}...query } }) =>
      toListResponse(
        await runSearch(contextOf(context${isOwned ? ', organizationId' : ''}), query.searchTerm, (context) =>
          list${many.pascal}(context, { ...query, cursor: after }),
        ),
      ),
  }),
  operation('POST /${many.kebab}', '${one.camel}:create', {
    id: 'create${one.pascal}',
    summary: '${of('Add a note')}',
    description: '${
      isOwned
        ? of('With `organizationId`, the note belongs to the organization. Otherwise, it is shared.')
        : 'Omitted fields are empty.'
    }',
    body: new${one.pascal},
    response,
    status: 201,
    problems: ['NOT_FOUND', 'TOO_MANY_TODAY', 'NO_ROOM'],
    handle: async (context, { body${isOwned ? ': { organizationId, ...fields }' : ''} }) => {
      const scoped = contextOf(context${isOwned ? ', organizationId' : ''})
      return get${one.pascal}(scoped, await create${one.pascal}(scoped, ${isOwned ? 'fields' : 'body'}))
    },
  }),
  operation('GET /${many.kebab}/{id}', '${one.camel}:read', {
    id: 'get${one.pascal}',
    summary: '${of('Get a note')}',
    description: 'Includes all fields.',
    response,
    handle: (context, input) => get${one.pascal}(contextOf(context), input),
  }),
  operation('PATCH /${many.kebab}/{id}', '${one.camel}:update', {
    id: 'update${one.pascal}',
    summary: '${of('Update a note')}',
    description: 'Omitted fields are left unchanged.',
    body: changes,
    response,
    problems: ['TOO_MANY_TODAY'],
    handle: (context, { id, body }) =>
      changeLocked(context, id, async (context, row) => {
        await update${one.pascal}(context, { ...toFields(row), ...body, id })
        return get${one.pascal}(context, { id })
      }),
  }),
  operation('DELETE /${many.kebab}/{id}', '${one.camel}:delete', {
    id: 'delete${one.pascal}',
    summary: '${of('Delete a note')}',
    description: \`Removes it from all lists. It is permanently deleted after \${${many.camel}Config.undoDays * 24} hours.\`,
    status: 204,
    problems: ['TOO_MANY_TODAY'],
    handle: (context, { id }) => changeLocked(context, id, (context) => delete${one.pascal}(context, { id })),
  }),
]

${CONTEXTS[owner](names)}
/** Locks and changes ${of('a note')}, if it is still in the version that the caller has read (\`If-Match\`). */
function changeLocked<T>(
  context: ApiContext,
  id: string,
  change: (context: ReturnType<typeof contextOf>, row: ${one.pascal}Detail) => Promise<T>,
): Promise<T> {
  return inTransaction(contextOf(context), [], async (context) => {
    await context.db
      .select({ id: ${one.camel}.id })
      .from(${one.camel})
      .where(and(eq(${one.camel}.id, id), isWithinReach(context)))
      .for('update')
    const row = await get${one.pascal}(context, { id })
    context.requireMatch(response, row)
    return change(context, row)
  })
}

/** Returns the fields of ${of('a note')} in the format of the form. */
function toFields(row: ${one.pascal}Detail): ${one.pascal}Fields {
  return {
    ${fields.map(formValueOf).join('\n    ')}
  }
}
`
}
