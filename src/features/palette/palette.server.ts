import { desc, isNull, and, sql } from 'drizzle-orm'
import { can } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import { repository, user } from '#db/schema.ts'
import { fits, searchTerm } from '#db/search.ts'

/** As many of each kind as a glance takes in. */
const MOST_OF_A_KIND = 5

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
  const matching = fits(typed, { anywhere: repository.searchText, beginnings: [sql`lower(${repository.name})`] })
  return db
    .select({ id: repository.id, name: repository.name })
    .from(repository)
    .where(and(isNull(repository.deletedAt), matching))
    .orderBy(desc(repository.createdAt), desc(repository.id))
    .limit(MOST_OF_A_KIND)
}

function findPeople(db: Database, typed: string) {
  const matching = fits(typed, { anywhere: user.searchText, beginnings: [sql`lower(${user.name})`, user.email] })
  return db
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .where(matching)
    .orderBy(desc(user.createdAt), desc(user.id))
    .limit(MOST_OF_A_KIND)
}
