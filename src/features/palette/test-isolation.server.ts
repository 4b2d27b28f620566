import type { Viewer } from '#auth/current-session.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { findEverywhere } from './palette.server.ts'

type Context = ServiceContext & { session: { viewer: Viewer } }

/** The palette's calls for the isolation test, which searches for a secret word that only another organization's rows contain. */
export const paletteOperations = {
  findEverywhere: (context: Context, { secret }: { secret: string }) => findEverywhere(context, { searchTerm: secret }),
}
