import { UNTRANSLATED } from '../../src/architecture/locales.ts'
import type { Names } from './names.ts'

/** The keys of texts that are still English, by language. */
type Untranslated = Record<string, string[]>

const CHECK = 'Run npm run check. It passes now; keep it passing while you change the code.'

/** Returns the steps that follow after a feature was generated. */
export function stepsAfterFeature({ many }: Names, untranslated: Untranslated): string[] {
  return [
    `Run npm run check and npm run e2e -- ${many.kebab}. Both pass now; keep them passing while you change the code.`,
    `To add a field, change ${many.kebab}.tables.server.ts and ${many.kebab}.fields.ts in src/features/${many.kebab}; type errors show the rest.
If the feature isn't released yet, delete its migration and the lines about it in src/db/migrations/meta,
then run npx drizzle-kit generate.`,
    [
      `The texts are in locales/<language>: ${many.camel}.json for the pages, common.json for the link, history.json and audit.json for
fields and actions in the history.`,
      ...stepsToTranslate(untranslated),
    ].join('\n'),
    `Permissions are in feature.ts, access to rows in ${many.kebab}.scope.server.ts; src/auth/permissions.test.ts
and e2e/support/endpoints.ts test both.`,
    `Set the place of the feature's link in src/features.ui.ts and the icon in its feature.ui.ts, then take new screenshots:
npm run e2e -- e2e/pages/every-page.e2e.ts e2e/pages/visual.e2e.ts --update-snapshots`,
  ]
}

/** Returns the steps that follow after a job was generated. @param code the path of its code */
export function stepsAfterJob(code: string): string[] {
  return [CHECK, `Replace the example query in ${code}, and the expectation of its test.`]
}

/** Returns the steps that follow after an email was generated. @param code the path of its code */
export function stepsAfterMail(code: string, name: string, untranslated: Untranslated): string[] {
  return [
    CHECK,
    `Call the function in ${code} where the event happens. To fill values into the sentences, add them to
NoticeValues in src/mail/notice-mail.server.ts.`,
    [
      `Write the texts in locales/<language>: notices.${name} in mail.json, and notices.optional.${name} in account.json, which labels the
email's checkbox on the account page. Then run npm run texts:checked.`,
      ...stepsToTranslate(untranslated),
    ].join('\n'),
    `Take new screenshots of the account page: npm run e2e -- e2e/pages/visual.e2e.ts --update-snapshots`,
  ]
}

/** Returns the steps that follow after a setting was generated. @param reader the code that reads its value */
export function stepsAfterSetting(variable: string, reader: string): string[] {
  return [
    CHECK,
    `Describe ${variable} in .env.example and docs/settings.md. Code reads it with ${reader}.`,
    'To accept only some values, replace its schema with one from src/env/fields.server.ts, and add the values to its test.',
  ]
}

function stepsToTranslate(untranslated: Untranslated): string[] {
  const languages = Object.keys(untranslated)
  if (languages.length === 0) return []
  return [
    `${UNTRANSLATED} lists texts that are still English in ${languages.join(', ')}. Translate them, and remove them from that file.`,
  ]
}
