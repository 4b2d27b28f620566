import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listResponseSchema, toListResponse } from '#api/list.ts'
import { bodySchemas, responseSchemas, VISIBLE_TEXT } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { columnsOf } from '#db/columns-of.ts'
import { savedView } from '#db/schema.ts'
import type { ListName } from '#features.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { deleteView, listViews, renameView, saveView } from './saved-views.server.ts'
import { newViewInput, VIEW_LISTS } from './view-lists.server.ts'

const { list, name, search } = newViewInput.shape
z.globalRegistry.add(name, { description: VISIBLE_TEXT })
z.globalRegistry.add(search, {
  examples: [{ searchTerm: 'ada' }],
  description: 'The parameters of the list’s URL that differ from their defaults. Others are dropped.',
})
const viewResponse = z
  .object({ id: z.guid(), list, name: z.string(), search: z.record(z.string(), z.string()) })
  .register(responseSchemas, { id: 'SavedView' })
const newView = z
  .strictObject({ list, name, search: z._default(search, {}) })
  .register(bodySchemas, { id: 'NewSavedView' })
const viewChanges = z.partial(z.strictObject({ name })).register(bodySchemas, { id: 'SavedViewChanges' })

const LISTS = Object.keys(VIEW_LISTS) as ListName[]
const OWN = 'Only views of the key’s owner.'

/** The API operations on the saved views of the key's owner, with the same rules as the pages. */
export const savedViewOperations: ApiOperation[] = [
  operation('GET /saved-views', 'saved-view:read', {
    id: 'listSavedViews',
    summary: 'List your saved views, by list and name',
    description: `${OWN} Without \`list\`, those of all lists.`,
    query: z.strictObject({ list: z.optional(list) }),
    response: listResponseSchema('SavedViewList', viewResponse),
    handle: async (context, { query: { list } }) => {
      const lists = list === undefined ? LISTS : [list]
      const views = await Promise.all(
        lists.map(async (list) => (await listViews(context, { list })).map((row) => ({ ...row, list }))),
      )
      return toListResponse({ rows: views.flat(), nextCursor: null })
    },
  }),
  operation('POST /saved-views', 'saved-view:manage', {
    id: 'createSavedView',
    summary: 'Save a view',
    description:
      'The view belongs to the key’s owner. Its name must differ from those of their other views of the list.',
    body: newView,
    response: viewResponse,
    status: 201,
    problems: ['TAKEN', 'TOO_MANY_TODAY'],
    handle: async (context, { body }) => ({ ...(await saveView(context, body)), list: body.list }),
  }),
  operation('GET /saved-views/{id}', 'saved-view:read', {
    id: 'getSavedView',
    summary: 'Get a saved view',
    description: OWN,
    response: viewResponse,
    handle: getView,
  }),
  operation('PATCH /saved-views/{id}', 'saved-view:manage', {
    id: 'updateSavedView',
    summary: 'Rename a saved view',
    description: OWN,
    body: viewChanges,
    response: viewResponse,
    problems: ['TAKEN'],
    handle: (context, { id, body: { name } }) =>
      withOwnView(context, id, async (context) => {
        if (name !== undefined) await renameView(context, { id, name })
        return getView(context, { id })
      }),
  }),
  operation('DELETE /saved-views/{id}', 'saved-view:manage', {
    id: 'deleteSavedView',
    summary: 'Delete a saved view',
    description: OWN,
    status: 204,
    handle: (context, { id }) => withOwnView(context, id, (context) => deleteView(context, { id })),
  }),
]

/** Returns a view of the key's owner, and locks it until the transaction ends. @throws {AppError} NOT_FOUND */
async function getView({ db, actor }: ApiContext, { id }: { id: string }) {
  const [found] = await db
    .select(columnsOf(savedView, 'id', 'list', 'name', 'search'))
    .from(savedView)
    .where(and(eq(savedView.id, id), eq(savedView.personId, actor.id)))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Changes a view, if it is still in the version that the caller has read (`If-Match`). */
function withOwnView<T>(context: ApiContext, id: string, change: (context: ApiContext) => Promise<T>): Promise<T> {
  return inTransaction(context, [], async (context) => {
    context.requireMatch(viewResponse, await getView(context, { id }))
    return change(context)
  })
}
