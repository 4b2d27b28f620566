import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** Maximum replication lag in milliseconds; a standby with a longer lag is not queried. */
const MAX_LAG_MS = 5_000

/** Tracks how far a standby has replayed the primary's log, as measured by this process. */
export class ReplicationLag {
  readonly #lookEveryMs: number
  #isLooking = false
  #lookedAt = -Infinity
  /** The log position up to which the standby has replayed the primary's log. */
  #replayed = -1n
  /** The time of the latest measurement whose log position the standby has replayed. Its data is at least as recent as that. */
  #completeAt = -Infinity
  /** The primary's log positions, with their times, that the standby has not replayed yet. */
  #ahead: { place: bigint; at: number }[] = []

  /** Creates the tracker of a standby. @param lookEveryMs minimum interval between two measurements */
  constructor(lookEveryMs: number) {
    this.#lookEveryMs = lookEveryMs
  }

  /** Whether the standby is available, lags no more than the maximum, and has replayed the log position `place`, if given. */
  has(place: string | undefined): boolean {
    if (performance.now() - this.#completeAt > MAX_LAG_MS) return false
    const wanted = place === undefined ? 0n : parseWalPosition(place)
    return wanted !== undefined && wanted <= this.#replayed
  }

  /** Treats the standby as unavailable until it is measured again. */
  giveUp(): void {
    this.#completeAt = -Infinity
  }

  /** Starts a measurement of both databases, without waiting for it, if the last measurement is old enough. */
  lookAgain(primary: Database, standby: Database): void {
    if (this.#isLooking || performance.now() - this.#lookedAt < this.#lookEveryMs) return
    this.#isLooking = true
    void this.#look(primary, standby)
      // Ignore the error, because without measurements the standby exceeds the maximum lag after `MAX_LAG_MS`.
      .catch(() => undefined)
      .finally(() => {
        this.#isLooking = false
        this.#lookedAt = performance.now()
      })
  }

  async #look(primary: Database, standby: Database) {
    const at = performance.now()
    const [there] = await primary.execute<WalPosition>(sql`select pg_current_wal_lsn()::text as place`)
    this.#ahead.push({ place: parseWalPosition(there?.place) ?? 0n, at })
    const [here] = await standby.execute<WalPosition>(
      sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place`,
    )
    // Ignore the position of a standby that was promoted to a primary, because it now writes a log of its own.
    this.#replayed = parseWalPosition(here?.place) ?? -1n
    const reached = this.#ahead.filter(({ place }) => place <= this.#replayed)
    this.#completeAt = reached.at(-1)?.at ?? this.#completeAt
    this.#ahead = this.#ahead.filter(({ place }) => place > this.#replayed)
  }
}

interface WalPosition extends Record<string, unknown> {
  place: string | null
}

/** Parses a log position, which is written as two hexadecimal halves. */
function parseWalPosition(text: string | null | undefined): bigint | undefined {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text ?? '') ?? []
  return high !== undefined && low !== undefined ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
