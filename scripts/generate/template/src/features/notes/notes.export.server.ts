import { and } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import { iterateRows } from '#db/iterate-rows.ts'
import { note } from '#db/schema.ts'
import { matches } from '#db/search.ts'
import type { ListExport } from '#feature/list-export.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { detailColumns, matchesFilter } from './notes.columns.server.ts'
import { type NoteDetail, noteFilters } from './notes.fields.ts'
import { SORTS } from './notes.schema.ts'
import { rowsFor } from './notes.scope.server.ts'
import { isActive, orders, SEARCHABLE } from './notes.server.ts'

type ExportedRow = Omit<NoteDetail, 'updatedAt' | 'createdBy'>

/** The columns of a CSV file. */
const COLUMNS: Record<string, (row: ExportedRow) => string | null> = {
  id: (row) => row.id,
  headline: (row) => row.headline,
  status: (row) => row.status,
  body: (row) => row.body,
  createdAt: (row) => row.createdAt,
}

const filterSchema = z.object({
  ...noteFilters.shape,
  searchTerm: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), 'newest'),
})
type Filter = z.infer<typeof filterSchema>

/** Exports all notes that match a filter, in the order of the list. */
export const notesExport: ListExport<Filter, ExportedRow> = {
  name: 'notes',
  area: 'app',
  isOwned: true,
  permission: 'note:read',
  action: 'note-list-exported',
  schema: filterSchema,
  columns: Object.keys(COLUMNS),
  cellsOf: (row) => Object.values(COLUMNS).map((read) => read(row)),
  rows(context: SessionContext, { sort, searchTerm, ...filters }) {
    const ofOwner = rowsFor(context)
    const condition = and(matchesFilter(filters), matches(searchTerm, SEARCHABLE))
    const source = { table: note, id: note.id, order: orders[sort], where: and(isActive, ofOwner), condition }
    return iterateRows(context.db, source, async (batch) => {
      const rows = await context.db
        .select({ id: note.id, ...detailColumns, createdAt: note.createdAt })
        .from(note)
        .where(and(ofOwner, batch.where))
        .orderBy(batch.orderBy)
      return rows.map(withIsoTimes)
    })
  },
}
