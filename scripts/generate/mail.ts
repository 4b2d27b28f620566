import { appConfig } from '#app.config'
import { UNTRANSLATED } from '../../src/architecture/locales.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { updateMentionCounts, findFeature, readAppFile, refuseTakenFiles, type Changes } from './changes.ts'
import { insertInto, insertTexts } from './edit.ts'
import { nameFor, type Spellings } from './names.ts'
import { stepsAfterMail } from './next-steps.ts'
import { withUntranslated } from './texts.ts'
import { mailCode, mailTest } from './write-mail.ts'

/** A requested email. */
export interface MailRequest {
  name: string
  /** The folder of the feature that gets the email. */
  feature: string | undefined
}

/**
 * Plans the files of a new email to users: a kind of notice that its readers can turn off. Its texts are English in all languages.
 * Writes no file.
 * @throws {PlainFailure} for an invalid or taken name, or an unknown feature
 */
export function planMail(
  root: string,
  request: MailRequest,
  languages: readonly string[] = appConfig.languages,
): Changes {
  const name = nameFor(request.name)
  const { folder } = findFeature(root, request.feature)
  const file = `src/features/${folder}/${name.kebab}-mail.server.ts`
  const made = new Map([
    [file, mailCode(name)],
    [file.replace('.server.ts', '.server.test.ts'), mailTest(name)],
  ])
  refuseTakenFiles(root, name.kebab, made.keys())
  refuseTakenKind(root, name.kebab)
  const manifest = `src/features/${folder}/feature.ts`
  const changed = new Map([[manifest, withNotice(manifest, readAppFile(root, manifest), name.kebab)]])
  for (const language of languages)
    for (const [namespace, section, texts] of textsOf(name)) {
      const locale = `locales/${language}/${namespace}.json`
      changed.set(
        locale,
        insertTexts({ file: locale, text: readAppFile(root, locale) }, section, { [name.kebab]: texts }),
      )
    }
  const keys = [
    ...['heading', 'lead', 'advice'].map((part) => `mail:notices.${name.kebab}.${part}`),
    `account:notices.optional.${name.kebab}`,
  ]
  const untranslated = Object.fromEntries(languages.filter((one) => one !== 'en').map((language) => [language, keys]))
  if (Object.keys(untranslated).length > 0) changed.set(UNTRANSLATED, withUntranslated(root, untranslated))
  updateMentionCounts(root, { made, changed })
  return { made, changed, untranslated, next: stepsAfterMail(file, name.kebab, untranslated) }
}

/** Returns the English texts of an email and of its checkbox on the account page, with their places. */
function textsOf({ sentence }: Spellings): [namespace: string, section: string, texts: unknown][] {
  return [
    [
      'mail',
      'notices',
      {
        heading: sentence,
        lead: 'Sign in to see the details.',
        advice: 'You can ignore this email if you have already seen them.',
      },
    ],
    ['account', 'notices.optional', sentence],
  ]
}

function refuseTakenKind(root: string, kind: string) {
  const { notices } = JSON.parse(readAppFile(root, 'locales/en/mail.json')) as { notices: object }
  if (kind in notices)
    throw new PlainFailure(
      `"${kind}" is taken, because locales/en/mail.json already has an email of this name. Choose another name. Nothing was written.`,
    )
}

/** Adds a kind of notice to the manifest of a feature. */
function withNotice(file: string, text: string, kind: string): string {
  const notice = `'${kind}': { isOptional: true, hasAdvice: true }`
  if (/^ {2}notices: \{$/m.test(text)) return insertInto({ file, text }, /^ {2}notices: \{$/, `    ${notice},`)
  return insertInto({ file, text }, /^export const \w+ = \{$/, `  notices: {\n    ${notice},\n  },`)
}
