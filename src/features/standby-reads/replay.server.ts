import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** A standby that is further behind is not asked, in milliseconds. */
const LATEST_MS = 5_000

/** Knows how far a standby has replayed the primary's log, as seen from here. */
export class Replay {
  readonly #lookEveryMs: number
  #isLooking = false
  #lookedAt = -Infinity
  /** The standby has everything up to here. */
  #replayed = -1n
  /** When what the standby has now was all there was. */
  #completeAt = -Infinity
  /** What the primary had at moments that the standby has not reached yet. */
  #ahead: { place: bigint; at: number }[] = []

  /** @param lookEveryMs at most so often both are asked */
  constructor(lookEveryMs: number) {
    this.#lookEveryMs = lookEveryMs
  }

  /** Whether the standby is there, not too late, and has what was written at this place of the log, if any. */
  has(place: string | undefined): boolean {
    if (performance.now() - this.#completeAt > LATEST_MS) return false
    const wanted = place === undefined ? 0n : placeOf(place)
    return wanted !== undefined && wanted <= this.#replayed
  }

  /** Takes the standby for gone until it has been looked at again. */
  giveUp(): void {
    this.#completeAt = -Infinity
  }

  /** Asks both where they are, if that is some time ago. Nobody waits for it. */
  lookAgain(primary: Database, standby: Database): void {
    if (this.#isLooking || performance.now() - this.#lookedAt < this.#lookEveryMs) return
    this.#isLooking = true
    void this.#look(primary, standby)
      // Away: it becomes too late by itself.
      .catch(() => undefined)
      .finally(() => {
        this.#isLooking = false
        this.#lookedAt = performance.now()
      })
  }

  async #look(primary: Database, standby: Database) {
    const at = performance.now()
    const [there] = await primary.execute<Place>(sql`select pg_current_wal_lsn()::text as place`)
    this.#ahead.push({ place: placeOf(there?.place) ?? 0n, at })
    const [here] = await standby.execute<Place>(
      sql`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as place`,
    )
    // Whoever has become a primary writes a log of its own.
    this.#replayed = placeOf(here?.place) ?? -1n
    const reached = this.#ahead.filter(({ place }) => place <= this.#replayed)
    this.#completeAt = reached.at(-1)?.at ?? this.#completeAt
    this.#ahead = this.#ahead.filter(({ place }) => place > this.#replayed)
  }
}

interface Place extends Record<string, unknown> {
  place: string | null
}

/** A place in the log as a number: it is written as two halves in hexadecimal digits. */
function placeOf(text: string | null | undefined): bigint | undefined {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text ?? '') ?? []
  return high !== undefined && low !== undefined ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}
