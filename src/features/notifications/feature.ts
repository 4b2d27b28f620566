import { textsOf, type Feature } from '#feature/feature.ts'
import type notificationsTexts from '#locales/en/notifications.json'
import { notificationsConfig } from './notifications.config.ts'

/** Notifications: the notices that users find in the app, behind a bell. */
export const notifications = {
  isOptional: true,
  texts: { notifications: textsOf<typeof notificationsTexts>() },
  tables: {
    notification: {
      owner: 'user',
      limit: `at most ${notificationsConfig.ofAKindPerDay} of a kind in a day, deleted after ${notificationsConfig.keptDays} days`,
    },
  },
} as const satisfies Feature
