import { and, eq, sql } from 'drizzle-orm'
import type { ViewerContext } from '#auth/current-session.server.ts'
import { can } from '#auth/permissions.ts'
import { takeRoom } from '#db/limits.ts'
import { savedView } from '#db/schema.ts'
import { uniqueViolation } from '#db/violations.ts'
import type { ListName } from '#features.ts'
import { AppError } from '#lib/app-error.ts'
import { inTransaction } from '#service/service-context.server.ts'
import type { ViewRow } from './saved-views.schema.ts'
import { viewParameterNames, VIEW_LISTS, type NewViewInput } from './view-lists.server.ts'
import { pickViewParameters } from './view-parameters.ts'

type OwnViewsContext = ViewerContext<'id' | 'role'>

const nameTaken = uniqueViolation('saved_view_name_unique', 'name')

/** Lists the viewer's saved views of a list, by name. @throws {AppError} FORBIDDEN for a viewer who cannot read the list */
export async function listViews({ db, session }: OwnViewsContext, { list }: { list: ListName }): Promise<ViewRow[]> {
  requireListPermission(session.viewer, list)
  const found = await db
    .select({ id: savedView.id, name: savedView.name, search: savedView.search })
    .from(savedView)
    .where(and(eq(savedView.personId, session.viewer.id), eq(savedView.list, list)))
    .orderBy(sql`folded(${savedView.name})`, savedView.id)
  // Drop unknown parameters here too, because an earlier release with other parameters might have saved the view.
  return found.map((view) => ({ ...view, search: pickViewParameters(viewParameterNames(list), view.search) }))
}

/**
 * Saves a view of a list for the viewer.
 * @throws {AppError} FORBIDDEN if the viewer cannot read the list; TAKEN for a used name; INVALID_INPUT for one view too many;
 * TOO_MANY_TODAY
 */
export async function saveView(context: OwnViewsContext, { list, name, search }: NewViewInput): Promise<ViewRow> {
  const { id: userId } = context.session.viewer
  requireListPermission(context.session.viewer, list)
  const kept = pickViewParameters(viewParameterNames(list), search)
  return inTransaction(context, [nameTaken], async (context) => {
    const { db } = context
    const ofList = and(eq(savedView.personId, userId), eq(savedView.list, list))
    await takeRoom(context, 'savedView', {
      holder: userId,
      count: () => db.$count(savedView, ofList),
      refusal: new AppError('INVALID_INPUT', { fields: { name: 'tooMany' } }),
    })
    const [made] = await db
      .insert(savedView)
      .values({ personId: userId, list, name, search: kept })
      .returning({ id: savedView.id })
    if (!made) throw new Error('the view was not inserted')
    return { id: made.id, name, search: kept }
  })
}

/** Renames one of the viewer's saved views. @throws {AppError} NOT_FOUND; TAKEN if another view has the name */
export async function renameView(context: OwnViewsContext, { id, name }: { id: string; name: string }): Promise<void> {
  await inTransaction(context, [nameTaken], async ({ db, session }) => {
    const renamed = await db
      .update(savedView)
      .set({ name })
      .where(and(eq(savedView.id, id), eq(savedView.personId, session.viewer.id)))
      .returning({ id: savedView.id })
    if (renamed.length === 0) throw new AppError('NOT_FOUND')
  })
}

/** Deletes one of the viewer's saved views; does nothing for a deleted view or another user's view. */
export async function deleteView({ db, session }: OwnViewsContext, { id }: { id: string }): Promise<void> {
  await db.delete(savedView).where(and(eq(savedView.id, id), eq(savedView.personId, session.viewer.id)))
}

function requireListPermission({ role }: { role: string }, list: ListName): void {
  if (!can(role, VIEW_LISTS[list].permission)) throw new AppError('FORBIDDEN')
}
