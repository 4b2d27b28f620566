/** The limits of webhooks: their number, the retries, and how long data is kept. */
export const webhooksConfig = {
  most: 20,
  urlMaxLength: 2_048,
  /** Seconds before each retry of a delivery; after the last one it is given up. */
  retryAfterSeconds: [5, 60, 300, 1_800, 7_200, 28_800, 86_400],
  /** Pause of a target after a failure, in seconds; doubled after each further failure. */
  holdSeconds: { least: 5, most: 300 },
  /** The longest pause that a target gets by answering 429 or 503 with Retry-After, in seconds. */
  mostWishedSeconds: 3_600,
  /** Days of failures after which a target is paused and administrators are notified. */
  pausedAfterDays: 3,
  /** Hours during which the previous secret still signs. */
  oldSecretHours: 24,
  /** Number of bytes of a response that are kept, and for how many days. */
  answerBytes: 1_024,
  keptDays: 30,
  testsPerPerson: { count: 30, minutes: 10 },
} as const
