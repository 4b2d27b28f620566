import { textsOf, type Feature } from '#feature/feature.ts'
import type inboxTexts from '#locales/en/inbox.json'

/** The mails of local mode and of a sandbox. */
export const inbox = {
  texts: { inbox: textsOf<typeof inboxTexts>() },
} as const satisfies Feature
