import type { Database } from '#db/client.ts'
import { findEverywhere } from '#features/palette/palette.server.ts'
import { contextOn } from '#service/test-context.server.ts'

/** The queries of the command palette whose cost could grow with the number of rows. */
export const paletteQueries = {
  'palette, "amina"': (on: Database) =>
    findEverywhere({ ...contextOn(on), session: { viewer: { role: 'admin' } } }, { searchTerm: 'amina' }),
}
