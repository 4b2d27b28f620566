import { importStatement, fieldsOfKind, relationFields, type Files, type NewFeature } from './feature.ts'
import type { Field } from './fields.ts'

/** Generates the queries for the rows that fields can refer to; returns no files if there are no such fields. */
export function choiceFiles(feature: NewFeature): Files {
  const { names, fields } = feature
  if (relationFields(fields).length === 0) return {}
  const folder = `src/features/${names.many.kebab}`
  return {
    [`${folder}/${names.one.kebab}-choices.server.ts`]: rulesCode(feature),
    [`${folder}/${names.one.kebab}-choices.functions.ts`]: functionsCode(feature),
  }
}

/** Returns the names of the generated server functions that find rows to refer to, as in `ENDPOINTS` of the tests. */
export function finderFunctionIds({ names: { one }, fields }: NewFeature): string[] {
  return relationFields(fields).map(({ words }) => `${one.kebab}-choices.find${words.pascal}`)
}

const CONDITIONS = {
  user: (
    hasOrganizations: boolean,
  ) => `/** The users that a user can choose: themselves${hasOrganizations ? ' and members of their organizations' : ''}; all users for administrators. */
function isUserFor(actorId: string): SQL {
  return sql\`("user".id = \${actorId} or \${isAdministrator(actorId)}${
    hasOrganizations
      ? ` or exists (
    select from member as own join member as theirs on theirs.organization_id = own.organization_id
    where own.user_id = \${actorId} and theirs.user_id = "user".id)`
      : ''
  })\`
}
`,
  organization: () => `/** The organizations that a user can choose: their own; all of them for administrators. */
function isOrganizationFor(actorId: string): SQL {
  return sql\`(\${isAdministrator(actorId)} or exists (
    select from member where member.organization_id = organization.id and member.user_id = \${actorId}))\`
}
`,
}

const FINDERS = {
  user: (name: string) => `
/** Finds the first users by name that match a search, among the users that the caller can choose. */
export async function find${name}({ db, actor }: ServiceContext, { searchTerm }: ChoicesInput): Promise<Page<Choice>> {
  const rows = await db
    .select({ value: user.id, label: sql<string>\`coalesce(nullif("user".name, ''), "user".email)\` })
    .from(user)
    .where(and(isUserFor(actor.id), matches(searchTerm, SEARCHABLE_USERS)))
    .orderBy(asc(user.sortName), asc(user.id))
    .limit(appConfig.lists.pageSize)
  return { rows, nextCursor: null }
}
`,
  organization: (name: string) => `
/** Finds the first organizations by name that match a search, among those that the caller can choose. */
export async function find${name}({ db, actor }: ServiceContext, { searchTerm }: ChoicesInput): Promise<Page<Choice>> {
  const name = sql\`folded(organization.name)\`
  const rows = await db
    .select({ value: organization.id, label: organization.name })
    .from(organization)
    .where(and(isOrganizationFor(actor.id), matches(searchTerm, { trigramColumn: name, prefixColumns: [name] })))
    .orderBy(name, asc(organization.id))
    .limit(appConfig.lists.pageSize)
  return { rows, nextCursor: null }
}
`,
}

function rulesCode({ names: { one, many }, fields, tableFiles }: NewFeature): string {
  const relations = relationFields(fields)
  const [users, organizations] = [fieldsOfKind(fields, 'user'), fieldsOfKind(fields, 'organization')]
  const columns = relations.map(({ column }) => `'${column}'`).join(' | ')
  return `import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
${importStatement([users.length > 0 && 'user', organizations.length > 0 && 'organization'], '#db/schema.ts')}${importStatement(['matches', users.length > 0 && 'SEARCHABLE_USERS'], '#db/search.ts')}import { AppError } from '#lib/app-error.ts'
import type { Page } from '#lib/page.ts'
import type { ValidationKey } from '#lib/validation-message.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { Choice } from '#ui/combobox.tsx'
import type { ChoicesInput } from './${one.kebab}-choices.schema.ts'
import type { ${one.pascal}Fields } from './${many.kebab}.fields.ts'

type Chosen = Pick<${one.pascal}Fields, ${columns}>
type ChosenBefore = { [Name in keyof Chosen]: string | null }
${relations.map((field) => FINDERS[field.kind as 'user' | 'organization'](field.words.pascal)).join('')}
/**
 * Checks that the caller can choose the referenced rows; unchanged references stay valid.
 * @throws {AppError} INVALID_INPUT, with the invalid fields
 */
export async function requireChoices({ db, actor }: ServiceContext, chosen: Chosen, before?: ChosenBefore): Promise<void> {
  const fields: Record<string, ValidationKey> = {}
  ${relations.map(checkCode).join('\n  ')}
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
}

${users.length > 0 ? `${CONDITIONS.user(tableFiles.organization !== undefined)}\n` : ''}${organizations.length > 0 ? `${CONDITIONS.organization()}\n` : ''}function isAdministrator(actorId: string): SQL {
  return sql\`exists (select from "user" as caller where caller.id = \${actorId} and caller.role = 'admin')\`
}
`
}

function checkCode({ column, kind }: Field): string {
  const [table, condition] =
    kind === 'user' ? ['user', 'isUserFor(actor.id)'] : ['organization', 'isOrganizationFor(actor.id)']
  return `if (chosen.${column} !== null && chosen.${column} !== before?.${column} && (await db.$count(${table}, and(eq(${table}.id, chosen.${column}), ${condition}))) === 0)
    fields.${column} = 'validation.choice'`
}

/** Generates the input schema of the generated queries, in a file of its own, because browsers load the schema too. */
export function choicesSchema({ names, fields }: NewFeature): Files {
  if (relationFields(fields).length === 0) return {}
  return {
    [`src/features/${names.many.kebab}/${names.one.kebab}-choices.schema.ts`]: `import * as z from 'zod/mini'

/** The input of a search for rows that a field can refer to. The cursor is from the previous page of results. */
export const choicesInput = z.object({ searchTerm: z.string(), cursor: z.nullable(z.string()) })
export type ChoicesInput = z.infer<typeof choicesInput>
`,
  }
}

function functionsCode({ names: { one }, fields, owner }: NewFeature): string {
  const guard = owner === 'organization' ? 'requireScopedPermission' : 'requirePermission'
  const made = relationFields(fields).map(
    ({ words }) => `
export const find${words.pascal} = createServerFn({ method: 'GET' })
  .middleware([${guard}('${one.camel}:read')])
  .validator(validator(choicesInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => choices.find${words.pascal}(service, data)),
  )
`,
  )
  return `import { createServerFn } from '@tanstack/react-start'
import { ${guard} } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { validator } from '#lib/validator.ts'
import { choicesInput } from './${one.kebab}-choices.schema.ts'
import * as choices from './${one.kebab}-choices.server.ts'
${made.join('')}`
}
