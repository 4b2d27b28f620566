import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import {
  includeTotalParameter,
  listResponseSchema,
  pageParameters,
  syncedUntilField,
  toListResponse,
  updatedAfterParameter,
} from '#api/list.ts'
import { responseSchemas, bodySchemas, nullableText, VISIBLE_TEXT } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { listOrSync } from '#db/settled-changes.ts'
import { columnsOf } from '#db/columns-of.ts'
import { ownerScopeForAdministrator, isWithinReach, rowsFor } from '#db/scope.ts'
import { organization, repository as table, user } from '#db/schema.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { optionalExcept, valueShapeOf } from '#lib/form-fields.ts'
import { nullsToEmpty } from '#lib/nullable-text.ts'
import { rowSelection } from '#lib/row-selection.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import {
  repositoryFilter,
  repositoryFields,
  SORTS,
  type ApiOnlyFields,
  type ListedRepository,
  type RepositoryDetail,
} from './repositories.schema.ts'
import {
  countRepositories,
  createRepository,
  deleteRepository,
  getRepository,
  isActive,
  listRepositories,
  updateRepository,
} from './repositories.server.ts'
import { parseTopics } from './topics.ts'

const row = {
  id: z.guid(),
  name: z.string(),
  link: z.string(),
  description: z.nullable(z.string()),
  language: z.nullable(z.string()),
  topics: z.pipe(z.pipe(z.nullable(z.string()), z.transform(parseTopics)), z.array(z.string())),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}
/** The user and the organization of a repository. Lists have only those that `expand` names. */
const related = {
  createdBy: z.nullable(z.object({ id: z.guid(), name: z.string() })),
  organization: z.nullable(z.object({ id: z.guid(), name: z.string() })),
}
type Related = Pick<RepositoryDetail, keyof typeof related>
const repositoryRow: z.ZodMiniType<unknown, ListedRepository & ApiOnlyFields & Partial<Related>> = z
  .object({
    ...row,
    organizationId: z.nullable(z.guid()),
    createdBy: z.optional(related.createdBy),
    organization: z.optional(related.organization),
  })
  .register(responseSchemas, { id: 'RepositoryRow' })
const repositoryResponse: z.ZodMiniType<unknown, ListedRepository & Pick<RepositoryDetail, 'updatedAt'> & Related> = z
  .object({ ...row, ...related })
  .register(responseSchemas, { id: 'Repository' })

const { shape } = repositoryFields
z.globalRegistry.add(shape.link, { pattern: '\\.', examples: ['https://github.com/latchkey-app/latchkey'] })
z.globalRegistry.add(shape.name, { description: VISIBLE_TEXT })
z.globalRegistry.add(shape.description, { description: 'Markdown. Empty or null for no description.' })
z.globalRegistry.add(shape.language, {
  description: `The main programming language. Empty or null for none. ${VISIBLE_TEXT}`,
})
const isOneTopic = (text: string) => parseTopics(text).length === 1
const topic = z.string()
z.globalRegistry.add(topic, {
  pattern: '^[\\s,،;#]*[A-Za-z0-9][A-Za-z0-9-]{0,49}[\\s,،;#]*$',
  description: `Letters, digits and dashes, at most ${appConfig.repository.topicMaxLength} characters, stored in lowercase.`,
})
const listedTopics = z.array(topic).check(
  z.refine((topics) => topics.every(isOneTopic), {
    error: 'topicsInvalid' satisfies MessageKeyOf<'repositories'>,
    abort: true,
  }),
)
z.globalRegistry.add(listedTopics, { maxItems: appConfig.repository.maxTopics, examples: [['compilers', 'ocaml']] })
const nullableTexts = { description: nullableText(shape.description), language: nullableText(shape.language) }
const acceptedFields = {
  ...valueShapeOf(shape),
  ...nullableTexts,
  topics: z.pipe(
    z.pipe(
      listedTopics,
      z.transform((topics) => topics.join(' ')),
    ),
    shape.topics,
  ),
}
const newRepository = z
  .strictObject({
    ...optionalExcept(acceptedFields, ['name', 'link']),
    description: z._default(nullableTexts.description, ''),
    language: z._default(nullableTexts.language, ''),
    topics: z.prefault(acceptedFields.topics, []),
    organizationId: z.optional(z.nullable(z.guid())),
  })
  .register(bodySchemas, { id: 'NewRepository' })
/** The organization whose repositories are listed; absent for shared repositories. */
const organizationId = z.optional(z.guid())
const repositoryChanges = z.partial(z.strictObject(acceptedFields)).register(bodySchemas, { id: 'RepositoryChanges' })

const EXPANSIONS = ['createdBy', 'organization'] as const
const expand = z._default(
  z.string().check(
    z.refine((names) => names === '' || names.split(',').every((name) => EXPANSIONS.some((one) => one === name)), {
      error: 'validation.choice',
    }),
  ),
  '',
)
z.globalRegistry.add(expand, {
  examples: ['organization', 'createdBy,organization'],
  description: 'Names of fields to include in each repository, separated by commas: `createdBy`, `organization`.',
})

const filter = {
  searchTerm: z._default(z.string(), ''),
  topic: repositoryFilter.shape.topic,
  language: repositoryFilter.shape.language,
  organizationId,
}
const jobFilter = z.pipe(
  z.strictObject(filter),
  z.transform(({ organizationId: organization, ...others }) => ({ ...others, organization })),
)

/** The job on repositories that programs can start. */
export const repositoryJobs = [
  z.strictObject({ kind: z.literal('repository-delete'), selection: rowSelection(jobFilter) }),
] as const

/** The API operations on repositories, with the same rules as the pages. */
export const repositoryOperations: ApiOperation[] = [
  operation('GET /repositories', 'repository:read', {
    id: 'listRepositories',
    summary: 'List repositories',
    description:
      'Lists the shared repositories, or with `organizationId` those of the organization. Empty filters match all repositories.',
    query: z.strictObject({
      ...filter,
      sort: z._default(z.enum(SORTS), 'newest'),
      expand,
      ...includeTotalParameter,
      ...updatedAfterParameter,
      ...pageParameters,
    }),
    response: listResponseSchema('RepositoryList', repositoryRow, syncedUntilField),
    handle: (
      context,
      { query: { after: cursor = null, limit, count, updatedAfter, organizationId, expand, ...query } },
    ) =>
      runSearch(inOwnerScope(context, organizationId), query.searchTerm, async (context) => {
        const { rows, ...page } = await listOrSync({
          db: context.db,
          table,
          indexed: and(isActive, rowsFor(table, context)),
          updatedAfter,
          cursor,
          list: (updated) => listRepositories(context, { ...query, cursor, limit, updated }),
          count: count === 'true' ? (updated) => countRepositories(context, { ...query, updated }) : undefined,
        })
        return toListResponse({ ...page, rows: await addRelated(context, rows, expand.split(',')) })
      }),
  }),
  operation('POST /repositories', 'repository:create', {
    id: 'createRepository',
    summary: 'Add a repository',
    description:
      'With `organizationId`, only administrators and members of the organization see the repository. Otherwise, all users do. A link without a scheme becomes an https address.',
    body: newRepository,
    response: repositoryResponse,
    status: 201,
    problems: ['TAKEN', 'NOT_FOUND', 'TOO_MANY_TODAY', 'NO_ROOM'],
    handle: async (context, { body: { organizationId, ...fields } }) => {
      const scoped = inOwnerScope(context, organizationId ?? undefined)
      return getRepository(scoped, await createRepository(scoped, fields))
    },
  }),
  operation('GET /repositories/{id}', 'repository:read', {
    id: 'getRepository',
    summary: 'Get a repository',
    description: 'Works for shared repositories and those of organizations.',
    response: repositoryResponse,
    handle: (context, input) => getRepository(inOwnerScope(context), input),
  }),
  operation('PATCH /repositories/{id}', 'repository:update', {
    id: 'updateRepository',
    summary: 'Update a repository',
    description: 'Omitted fields are left unchanged.',
    body: repositoryChanges,
    response: repositoryResponse,
    problems: ['TAKEN'],
    handle: (context, { id, body }) =>
      withLockedRepository(context, id, async (context, fields) => {
        await updateRepository(context, { ...fields, ...body, id })
        return getRepository(context, { id })
      }),
  }),
  operation('DELETE /repositories/{id}', 'repository:delete', {
    id: 'deleteRepository',
    summary: 'Delete a repository',
    description: `Removes it from all lists. It is permanently deleted after ${appConfig.repository.undoDays * 24} hours.`,
    status: 204,
    handle: (context, { id }) => withLockedRepository(context, id, (context) => deleteRepository(context, { id })),
  }),
]

/** Returns a context in which lists have an organization's rows (without an ID, shared rows), and any row is found by its ID. */
function inOwnerScope(context: ApiContext, organizationId?: string): ApiContext {
  return { ...context, scope: ownerScopeForAdministrator(organizationId) }
}

/** Adds the user or the organization, or both, to repositories, with one query. @param names of the fields to add */
async function addRelated<Row extends { id: string }>(
  context: ApiContext,
  rows: Row[],
  names: string[],
): Promise<(Row & Partial<Related>)[]> {
  const expansions = EXPANSIONS.filter((name) => names.includes(name))
  if (expansions.length === 0 || rows.length === 0) return rows
  const ids = rows.map(({ id }) => id)
  const found = new Map((await findRelated(context, ids)).map(({ id, ...fields }) => [id, fields]))
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(expansions.map((name) => [name, found.get(row.id)?.[name] ?? null])),
  }))
}

function findRelated(context: ApiContext, ids: string[]) {
  return context.db
    .select({
      id: table.id,
      createdBy: columnsOf(user, 'id', 'name'),
      organization: columnsOf(organization, 'id', 'name'),
    })
    .from(table)
    .leftJoin(user, eq(user.id, table.createdById))
    .leftJoin(organization, eq(organization.id, table.organizationId))
    .where(and(inArray(table.id, ids), rowsFor(table, context)))
}

type Fields = z.output<typeof repositoryFields>

/** Locks and changes a repository, if it is still in the version that the caller has read (`If-Match`). */
function withLockedRepository<T>(
  context: ApiContext,
  id: string,
  change: (context: ApiContext, fields: Fields) => Promise<T>,
): Promise<T> {
  return inTransaction(inOwnerScope(context), [], async (context) => {
    await context.db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), isWithinReach(table, context)))
      .for('update')
    const now = await getRepository(context, { id })
    context.requireMatch(repositoryResponse, now)
    return change(context, nullsToEmpty(now))
  })
}
