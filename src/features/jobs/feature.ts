import { textsOf, type Feature } from '#feature/feature.ts'
import type bulkTexts from '#locales/en/bulk.json'

/** Work on many rows at once, its page and its undo. */
export const bulk = {
  texts: { bulk: textsOf<typeof bulkTexts>() },
  audit: ['bulk-job-started', 'bulk-job-undone'],
} as const satisfies Feature
