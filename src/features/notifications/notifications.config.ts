/** The limits of notifications. */
export const notificationsConfig = {
  /** Days until a notification is deleted. */
  keptDays: 90,
  /** Maximum number of notifications of a kind that a user gets in 24 hours. */
  ofAKindPerDay: 20,
  /** The maximum number of unread notifications that are counted. */
  countedTo: 99,
  /** Seconds between two calls for the number of unread notifications, while the page is visible. */
  pollSeconds: 30,
} as const
