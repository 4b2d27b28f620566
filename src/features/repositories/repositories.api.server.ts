import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { countParameter, listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { responseSchemas, bodySchemas, nullableText, VISIBLE_TEXT } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { administratorScope, isWithinReach } from '#db/scope.ts'
import { repository as table } from '#db/schema.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { optionalExcept, valuesOf } from '#lib/form-fields.ts'
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
const repositoryRow: z.ZodMiniType<unknown, ListedRepository & ApiOnlyFields> = z
  .object({ ...row, organizationId: z.nullable(z.guid()) })
  .register(responseSchemas, { id: 'RepositoryRow' })
const repositoryResponse: z.ZodMiniType<
  unknown,
  ListedRepository & Pick<RepositoryDetail, 'updatedAt' | 'createdBy' | 'organization'>
> = z
  .object({
    ...row,
    createdBy: z.nullable(z.object({ id: z.guid(), name: z.string() })),
    organization: z.nullable(z.object({ id: z.guid(), name: z.string() })),
  })
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
  ...valuesOf(shape),
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
      ...countParameter,
      ...pageParameters,
    }),
    response: listResponseSchema('RepositoryList', repositoryRow),
    handle: (context, { query: { after = null, count, organizationId, ...query } }) =>
      runSearch(withOwnerScope(context, organizationId), query.searchTerm, async (context) => {
        const page = await listRepositories(context, { ...query, cursor: after })
        return toListResponse(page, count === 'true' ? await countRepositories(context, query) : undefined)
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
      const scoped = withOwnerScope(context, organizationId ?? undefined)
      return getRepository(scoped, await createRepository(scoped, fields))
    },
  }),
  operation('GET /repositories/{id}', 'repository:read', {
    id: 'getRepository',
    summary: 'Get a repository',
    description: 'Works for shared repositories and those of organizations.',
    response: repositoryResponse,
    handle: (context, input) => getRepository(withOwnerScope(context), input),
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
function withOwnerScope(context: ApiContext, organizationId?: string): ApiContext {
  return { ...context, scope: administratorScope(organizationId) }
}

type Fields = z.output<typeof repositoryFields>

/** Locks and changes a repository, if it is still in the version that the caller has read (`If-Match`). */
function withLockedRepository<T>(
  context: ApiContext,
  id: string,
  change: (context: ApiContext, fields: Fields) => Promise<T>,
): Promise<T> {
  return inTransaction(withOwnerScope(context), [], async (context) => {
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
