import type { Viewer } from '#auth/current-session.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { findEverywhere } from './palette.server.ts'

type Context = ServiceContext & { session: { viewer: Viewer } }

/** The server functions of the palette, tried on rows of another organization whose texts all have a word. */
export const paletteOperations = {
  findEverywhere: (context: Context, { secret }: { secret: string }) => findEverywhere(context, { searchTerm: secret }),
}
