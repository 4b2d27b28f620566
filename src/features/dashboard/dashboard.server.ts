import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

export interface Figures {
  people: number
  peopleNewThisWeek: number
  activeSessions: number
  repositories: number
}

/** The figures of the dashboard, at the database's now. */
export async function readFigures(db: Database): Promise<Figures> {
  const rows = await db.execute<{ [Name in keyof Figures]: string }>(sql`
    select (select count(*) from "user") as "people",
           (select count(*) from "user" where created_at > now() - interval '7 days') as "peopleNewThisWeek",
           (select count(*) from session where expires_at > now()) as "activeSessions",
           (select count(*) from repository) as "repositories"`)
  const { people = 0, peopleNewThisWeek = 0, activeSessions = 0, repositories = 0 } = rows[0] ?? {}
  return {
    people: Number(people),
    peopleNewThisWeek: Number(peopleNewThisWeek),
    activeSessions: Number(activeSessions),
    repositories: Number(repositories),
  }
}
