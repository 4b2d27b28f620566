import { sql, type SQL } from 'drizzle-orm'
import { textArray } from './seed-words.ts'

/** The numbers of rows of the large world at scale 1. */
export const LARGE_WORLD = {
  users: 1_000_000,
  repositories: 1_000_000,
  organizations: 5_000,
  membersOfLargest: 100_000,
  organizationsOfConsultant: 500,
  history: 2_000_000,
  rowsOfJob: 100_000,
}

/** The numbers of rows of a large world. */
export type LargeWorld = typeof LARGE_WORLD

/** Returns the numbers of rows as a table with the column `n`. */
export function numbers(first: number, last: number): SQL {
  return sql`generate_series(${first}::bigint, ${last}::bigint) as n`
}

/** Returns a number from 0 to 1 that depends only on `n` and the salt, in SQL. */
export function chance(salt: number): SQL {
  return sql.raw(`((hashint8extended(n, ${salt}) & 1048575) / 1048576::float8)`)
}

/** Returns one of the words, the first words far more often than the last ones, in SQL. */
export function pick(words: string[], salt: number): SQL {
  return sql`(${textArray(words)})[1 + floor(${words.length}::float8 * ${chance(salt)} ^ 2)::int]`
}

/** Returns the id of the nth row of a kind, in SQL: random, but always the same. Null if the number is null. */
export function idOf(kind: string, n: SQL = sql`n`): SQL {
  return sql`overlay(overlay(md5(${`${kind} `} || (${n})) placing '4' from 13) placing '8' from 17)::uuid`
}
