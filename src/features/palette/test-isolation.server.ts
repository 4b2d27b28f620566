import type { Viewer } from '#auth/current-session.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { findEverywhere } from './palette.server.ts'

type Context = ServiceContext & { session: { viewer: Viewer } }

/** The palette's server functions, called on rows of another organization whose texts all contain a secret word. */
export const paletteOperations = {
  findEverywhere: (context: Context, { secret }: { secret: string }) => findEverywhere(context, { searchTerm: secret }),
}
