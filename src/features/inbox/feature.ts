import { textsOf, type Feature } from '#feature/feature.ts'
import type inboxTexts from '#locales/en/inbox.json'

/** The inbox with the emails of local mode and of sandboxes. */
export const inbox = {
  texts: { inbox: textsOf<typeof inboxTexts>() },
} as const satisfies Feature
