/** The limits of webhooks: their number, the retries, and how long data is kept. */
export const webhooksConfig = {
  max: 20,
  urlMaxLength: 2_048,
  /** Seconds to wait before each retry of a delivery. After the last of these retries, the delivery has failed. */
  retryAfterSeconds: [5, 60, 300, 1_800, 7_200, 28_800, 86_400],
  /** Seconds for which a failure delays a webhook's deliveries: `least`, doubled with each further failure, up to `most`. */
  holdSeconds: { least: 5, most: 300 },
  /** Consecutive failures after which administrators find a notice in the app. */
  noticeAfterFailures: 5,
  /** Maximum delay that a target can request by a 429 or 503 response with Retry-After, in seconds. */
  maxRetryAfterSeconds: 3_600,
  /** Days of continuous failures after which a webhook is paused and administrators are notified. */
  pausedAfterDays: 3,
  /** Hours after a renewal during which deliveries are signed with the previous secret too. */
  oldSecretHours: 24,
  /** Maximum number of bytes of a response body that are stored. */
  answerBytes: 1_024,
  /** Days until a delivery is deleted from the log. */
  keptDays: 30,
  testsPerUser: { count: 30, minutes: 10 },
} as const
