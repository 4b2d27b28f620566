/** The numbers of webhooks: how many there may be, how often one is tried, how long what is kept. */
export const webhooksConfig = {
  most: 20,
  urlMaxLength: 2_048,
  /** The pauses before a delivery is tried again; after the last it is given up. */
  retryAfterSeconds: [5, 60, 300, 1_800, 7_200, 28_800, 86_400],
  /** For so long a target is left alone after a failure, twice as long after each. */
  holdSeconds: { least: 5, most: 300 },
  /** A target that failed for so long is sent nothing more, and administrators are told. */
  pausedAfterDays: 3,
  /** How long the secret of before still signs. */
  oldSecretHours: 24,
  /** How much of an answer is kept, and for how long. */
  answerBytes: 1_024,
  keptDays: 30,
  testsPerPerson: { count: 30, minutes: 10 },
} as const
