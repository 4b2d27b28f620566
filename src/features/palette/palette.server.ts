import { and, isNull } from 'drizzle-orm'
import type { ViewerContext } from '#auth/current-session.server.ts'
import { can } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { keysetPage } from '#db/keyset-page.ts'
import { rowsFor } from '#db/scope.ts'
import { repository, user } from '#db/schema.ts'
import { foldSearchTerm, SEARCHABLE_USERS, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { paletteConfig } from './palette.config.ts'

/** Maximum number of matches of each kind, so that the palette stays short. */
const { matchesOfAKind } = paletteConfig
const newestFirst = { type: 'timestamptz', direction: 'desc' } as const
const FIRST_PAGE = { cursor: null, limit: matchesOfAKind }

export interface PaletteMatches {
  repositories: { id: string; name: string }[]
  people: { id: string; name: string; email: string }[]
}

/** Finds matches of a search term that the viewer is allowed to see; returns no matches for an empty term. */
export async function findEverywhere(
  context: ViewerContext<'role'>,
  { searchTerm }: { searchTerm: string },
): Promise<PaletteMatches> {
  const { viewer } = context.session
  if (foldSearchTerm(searchTerm) === '') return { repositories: [], people: [] }
  const [repositories, people] = await Promise.all([
    findRepositories(context, searchTerm),
    can(viewer.role, 'user:list') ? findUsers(context.db, searchTerm) : [],
  ])
  return { repositories, people }
}

function findRepositories(context: ServiceContext, searchTerm: string) {
  const { id, name, createdAt, deletedAt } = repository
  const { where, orderBy } = keysetPage({
    of: SEARCHABLE_REPOSITORIES,
    order: { by: createdAt, ...newestFirst },
    where: and(rowsFor(repository, context), isNull(deletedAt)),
    searchTerm,
    ...FIRST_PAGE,
  })
  return context.db.select({ id, name }).from(repository).where(where).orderBy(orderBy).limit(matchesOfAKind)
}

function findUsers(db: Database, searchTerm: string) {
  const { id, name, email, createdAt } = user
  const { where, orderBy } = keysetPage({
    of: SEARCHABLE_USERS,
    order: { by: createdAt, ...newestFirst },
    searchTerm,
    ...FIRST_PAGE,
  })
  return db.select({ id, name, email }).from(user).where(where).orderBy(orderBy).limit(matchesOfAKind)
}
