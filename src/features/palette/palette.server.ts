import { appConfig } from '#app.config'
import { isNull } from 'drizzle-orm'
import type { Viewer } from '#auth/current-session.server.ts'
import { can } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { keysetPage } from '#db/keyset-page.ts'
import { repository, user } from '#db/schema.ts'
import { searchTerm, SEARCHABLE_PEOPLE, SEARCHABLE_REPOSITORIES } from '#db/search.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** As many of each kind as a glance takes in. */
const { matchesOfAKind } = appConfig.palette
const newest = { type: 'timestamptz', direction: 'desc' } as const
const theFirst = { cursor: null, limit: matchesOfAKind }

export interface Findings {
  repositories: { id: string; name: string }[]
  people: { id: string; name: string; email: string }[]
}

interface PaletteContext extends ServiceContext {
  session: { viewer: Pick<Viewer, 'role'> }
}

/** What a term finds, as far as the viewer may see it; nothing for an empty term. */
export async function findEverywhere(
  { db, session: { viewer } }: PaletteContext,
  { term: typed }: { term: string },
): Promise<Findings> {
  if (searchTerm(typed) === '') return { repositories: [], people: [] }
  const [repositories, people] = await Promise.all([
    findRepositories(db, typed),
    can(viewer.role, 'user:list') ? findPeople(db, typed) : [],
  ])
  return { repositories, people }
}

function findRepositories(db: Database, typed: string) {
  const { id, name, createdAt, deletedAt } = repository
  const { where, orderBy } = keysetPage({
    of: SEARCHABLE_REPOSITORIES,
    order: { by: createdAt, ...newest },
    within: isNull(deletedAt),
    searchTerm: typed,
    ...theFirst,
  })
  return db.select({ id, name }).from(repository).where(where).orderBy(orderBy).limit(matchesOfAKind)
}

function findPeople(db: Database, typed: string) {
  const { id, name, email, createdAt } = user
  const { where, orderBy } = keysetPage({
    of: SEARCHABLE_PEOPLE,
    order: { by: createdAt, ...newest },
    searchTerm: typed,
    ...theFirst,
  })
  return db.select({ id, name, email }).from(user).where(where).orderBy(orderBy).limit(matchesOfAKind)
}
