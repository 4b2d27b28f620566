/** The limits of API keys and of their use. */
export const apiKeysConfig = {
  nameMaxLength: 60,
  maxPerUser: 20,
  /** The lifetimes of a new key that the form offers, in days. */
  daysOffered: [30, 90, 365],
  maxDays: 365,
  /** The number of days for which an expired key is still listed. */
  keptDaysAfterEnd: 30,
  /** The size of the token bucket of one key in one process, and the number of tokens that are added per second. */
  readsPerKey: { most: 300, perSecond: 10 },
  writesPerKey: { most: 150, perSecond: 3 },
  /** The number of hours for which a response is stored for retries with the same Idempotency-Key. */
  answersKeptHours: 24,
  /** The number of calls of a key that its owner can see. */
  callsKept: 100,
}
