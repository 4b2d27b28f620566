import { existsSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from '../support/plain-failure.ts'
import {
  updateMentionCounts,
  findFeature,
  readAppFile,
  refuseTakenFiles,
  type Changes,
  type Files,
  type Target,
} from './changes.ts'
import { insertBefore, insertInto } from './edit.ts'
import { isReserved, spellingsOf, type Spellings } from './names.ts'
import { stepsAfterSetting } from './next-steps.ts'
import { START_LIST, withStartFeature } from './shared-files.ts'

/** A requested setting. */
export interface SettingRequest {
  /** The name of the environment variable. */
  variable: string
  /** The folder of the feature that reads the setting; absent for a setting of the product itself. */
  feature?: string | undefined
  isSecret?: boolean | undefined
  default?: string | undefined
}

/** A setting whose name and default are valid. */
interface Setting {
  variable: string
  name: Spellings
  isSecret: boolean
  default: string | undefined
}

const EXAMPLE = '.env.example'
const DOCUMENT = 'docs/settings.md'
const VARIABLES = 'src/env/variables.server.ts'
const ENVIRONMENT = 'src/env/environment.server.ts'
const TEST = 'src/env/variables.server.test.ts'
/** The heading of generated settings in `.env.example`. */
const HEADING = '# --- Settings of this app ---'
const NAME = /^[A-Z]+(_[A-Z]+)*$/
const MAX_LENGTH = 40
/** Variables that belong to the operating system, Node.js, its tools, or the scripts and libraries of the app. */
const RESERVED =
  /^(PATH|HOME|USER|SHELL|PWD|TZ|LANG|TMPDIR|CI|DEBUG|NO_COLOR|FORCE_COLOR|HOSTNAME|LOGNAME|TERM|EDITOR|COMMIT|CREATE_ANSWERS|POSTGRES_PASSWORD|(HTTP|HTTPS|NO)_PROXY|(NODE|NPM|VITE|VITEST|TEST|LATCHKEY|LC|PG|OTEL|LOCAL_DATABASE|GRAPHILE)(_.*)?)$/
/** A text that needs no quotation marks in `.env`, in code or in a table. */
const DEFAULT = /^(?! )[^'"`\\$#|\p{Cc}]+(?<! )$/u

/**
 * Plans the changes for a new setting of the product or of a feature. Writes no file.
 * @throws {PlainFailure} for an invalid, taken or reserved name, an unknown feature, or an invalid default
 */
export function planSetting(root: string, request: SettingRequest): Changes {
  const { variable, isSecret = false } = request
  requireVariable(root, variable)
  requireDefault(request)
  const name = spellingsOf(variable.toLowerCase().replaceAll('_', '-'))
  const setting = { variable, name, isSecret, default: request.default }
  const made = new Map<string, string>()
  const changed = new Map([
    [EXAMPLE, withExample(readAppFile(root, EXAMPLE), setting)],
    [DOCUMENT, withRow(readAppFile(root, DOCUMENT), setting)],
  ])
  const reader =
    request.feature === undefined
      ? addToProduct(root, setting, changed)
      : addToFeature(root, findFeature(root, request.feature), setting, { made, changed })
  refuseTakenFiles(root, variable, made.keys())
  updateMentionCounts(root, { made, changed })
  return { made, changed, untranslated: {}, next: stepsAfterSetting(variable, reader) }
}

function requireVariable(root: string, variable: string) {
  if (!NAME.test(variable) || variable.length > MAX_LENGTH)
    throw new PlainFailure(
      `"${variable}" isn't a valid name. Use capital letters and underscores, ${MAX_LENGTH} characters at most, like INVOICE_PREFIX. Nothing was written.`,
    )
  if (RESERVED.test(variable))
    throw new PlainFailure(
      `"${variable}" is reserved for the system, a library or a script. Choose another name, for example APP_${variable}. Nothing was written.`,
    )
  if (new RegExp(`^(# )?${variable}=`, 'm').test(readAppFile(root, EXAMPLE)))
    throw new PlainFailure(`"${variable}" is taken, because ${EXAMPLE} already has it. Nothing was written.`)
}

function requireDefault({ variable, isSecret = false, default: value }: SettingRequest) {
  if (value === undefined) return
  if (isSecret)
    throw new PlainFailure(
      `${variable} can't be a secret with a default, because everyone can read the code. Omit --default or --secret. Nothing was written.`,
    )
  if (!DEFAULT.test(value))
    throw new PlainFailure(
      `"${value}" can't be a default. Use a text without quotation marks, line breaks or the characters \\ $ # |, and change it in the code afterwards. Nothing was written.`,
    )
}

function schemaOf({ default: value }: Setting): string {
  return value === undefined ? 'z.string().optional()' : `z.string().default('${value}')`
}

/** Returns the meaning of a setting as a sentence. */
function meaningOf({ name, isSecret }: Setting): string {
  return isSecret
    ? `The ${name.spaced}, a secret: the app must neither log it nor send it to a browser.`
    : `The ${name.spaced}.`
}

function withExample(text: string, setting: Setting): string {
  const heading = text.includes(`${HEADING}\n`) ? '' : `\n${HEADING}\n\n`
  return `${text.trimEnd()}\n${heading}# ${meaningOf(setting)}\n${setting.variable}=${setting.default ?? ''}\n`
}

/** Adds a row at the end of the table of settings. */
function withRow(text: string, setting: Setting): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => /^\| `[A-Z_]+`/.test(line))
  if (last === -1)
    throw new PlainFailure(`The generator can't find the table of settings in ${DOCUMENT}. Nothing was written.`)
  const value = setting.default === undefined ? 'empty' : `\`${setting.default}\``
  return lines.toSpliced(last + 1, 0, `| \`${setting.variable}\` | ${value} | ${meaningOf(setting)} |`).join('\n')
}

/** Adds the setting to the settings of the product, as a property of `Environment`. @returns the code that reads it */
function addToProduct(root: string, setting: Setting, changed: Map<string, string>): string {
  const { variable, name } = setting
  const environment = readAppFile(root, ENVIRONMENT)
  if (isReserved(name.camel) || new RegExp(`^ +${name.camel}(:|,$)`, 'm').test(environment))
    throw new PlainFailure(
      `The app can't read "${variable}" as "${name.camel}", because ${ENVIRONMENT} already uses "${name.camel}" for something else. Choose another name, for example APP_${variable}. Nothing was written.`,
    )
  const edits: [file: string, edit: (given: { file: string; text: string }) => string][] = [
    [
      VARIABLES,
      (given) => insertInto(given, /^export const variables = z\.object\(\{$/, `  ${variable}: ${schemaOf(setting)},`),
    ],
    [
      ENVIRONMENT,
      (given) =>
        insertBefore(
          given,
          /^ {4}dataDir: path\.resolve\(values\.DATA_DIR\),$/,
          `    ${name.camel}: values.${variable},`,
        ),
    ],
    [TEST, (given) => insertInto(given, /^const table: .* = \{$/, testRowOf(setting, `(env) => env.${name.camel}`))],
  ]
  for (const [file, edit] of edits) changed.set(file, edit({ file, text: readAppFile(root, file) }))
  return `environment().${name.camel}`
}

/**
 * Adds the setting to the settings of a feature. Its `feature.start.server.ts` is created if it is missing.
 * @returns the code that reads it
 */
function addToFeature(root: string, target: Target, setting: Setting, { made, changed }: Files): string {
  const { folder, constant } = target
  const { variable, name } = setting
  const reader = `readFeatureSettings(${constant}.settings).${variable}`
  const file = `src/features/${folder}/feature.start.server.ts`
  made.set(
    `src/features/${folder}/${name.kebab}-setting.test.ts`,
    `import { readSettings } from '#env/settings.server.ts'
import { testVariables } from '#env/test-settings.server.ts'
import { ${constant} } from './feature.start.server.ts'

testVariables((source) => readSettings(source, ${constant}.settings), {
${testRowOf(setting, `(values) => values.${variable}`)}
})
`,
  )
  if (existsSync(path.join(root, file))) {
    changed.set(file, withVariable(file, readAppFile(root, file), setting))
    return reader
  }
  made.set(
    file,
    `import { z } from 'zod'
import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'

/** The settings of the feature. Read them with \`readFeatureSettings(${constant}.settings)\`. */
export const ${constant} = {
  settings: {
    variables: { ${variable}: ${schemaOf(setting)} },
  } satisfies Settings,
} satisfies StartFeature
`,
  )
  changed.set(START_LIST, withStartFeature(readAppFile(root, START_LIST), target))
  return reader
}

function withVariable(file: string, text: string, setting: Setting): string {
  const variables = /^ {4}variables: \{/m
  if (!variables.test(text))
    throw new PlainFailure(
      `The generator can't find the settings in ${file}: settings: { variables: { … } }. Add them by hand. Nothing was written.`,
    )
  const added = text.replace(variables, (found) => `${found} ${setting.variable}: ${schemaOf(setting)}, `)
  return /^import \{ z \} from 'zod'$/m.test(text) ? added : `import { z } from 'zod'\n${added}`
}

/** Returns the row of the setting in a table of `testVariables`. @param read the code that reads the value */
function testRowOf({ variable, default: value }: Setting, read: string): string {
  const absent = value === undefined ? 'undefined' : `'${value}'`
  return `  ${variable}: { good: { 'some text': ${read} === 'some text' }, bad: [], wants: '', missing: ${read} === ${absent} },`
}
