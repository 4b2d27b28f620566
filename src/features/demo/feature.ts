import { textsOf, type Feature } from '#feature/feature.ts'
import type demoTexts from '#locales/en/demo.json'

/** The notices to visitors of a demo. */
export const demo = {
  texts: { demo: textsOf<typeof demoTexts>() },
  tables: {
    sandboxMail: {
      owner: { system: 'mails of a sandbox, which is deleted as a whole' },
      limit: 'in sandboxes alone, whose size is limited',
    },
  },
} as const satisfies Feature
