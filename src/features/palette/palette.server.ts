import { isNull, sql } from 'drizzle-orm'
import { can } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { inOrder } from '#db/cursor.ts'
import { repository, user } from '#db/schema.ts'
import { firstThatFit, fits, searchTerm } from '#db/search.ts'

/** As many of each kind as a glance takes in. */
const MOST_OF_A_KIND = 5
const newest = { type: 'timestamptz', direction: 'desc' } as const

export interface Findings {
  repositories: { id: string; name: string }[]
  people: { id: string; name: string; email: string }[]
}

/** What a term finds, as far as the role may see it; nothing for an empty term. */
export async function findEverywhere(db: Database, role: string, typed: string): Promise<Findings> {
  if (searchTerm(typed) === '') return { repositories: [], people: [] }
  const [repositories, people] = await Promise.all([
    findRepositories(db, typed),
    can(role, 'user:list') ? findPeople(db, typed) : [],
  ])
  return { repositories, people }
}

function findRepositories(db: Database, typed: string) {
  const { id, name, createdAt, deletedAt, searchText } = repository
  const order = { by: createdAt, ...newest }
  const within = isNull(deletedAt)
  const fitting = fits(typed, { anywhere: searchText, beginnings: [sql`lower(${name})`] })
  return db
    .select({ id, name })
    .from(repository)
    .where(firstThatFit({ table: repository, id, order, within, fitting, limit: MOST_OF_A_KIND }))
    .orderBy(inOrder(order, id))
    .limit(MOST_OF_A_KIND)
}

function findPeople(db: Database, typed: string) {
  const { id, name, email, createdAt, searchText } = user
  const order = { by: createdAt, ...newest }
  const fitting = fits(typed, { anywhere: searchText, beginnings: [sql`lower(${name})`, email] })
  return db
    .select({ id, name, email })
    .from(user)
    .where(firstThatFit({ table: user, id, order, within: undefined, fitting, limit: MOST_OF_A_KIND }))
    .orderBy(inOrder(order, id))
    .limit(MOST_OF_A_KIND)
}
