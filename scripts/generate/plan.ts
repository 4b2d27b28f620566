import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { appConfig } from '#app.config'
import { foreignMentions, OPTIONAL_FEATURES } from '../../src/architecture/foreign-mentions.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { changeLine, insertBeside } from './edit.ts'
import type { Names } from './names.ts'
import { rename, TEMPLATE } from './rename.ts'
import {
  COPIED_FROM,
  COPIED_IF_OWNED,
  NOT_COPIED,
  SHARED_FILES,
  withLinksOfItsOwn,
  withoutOwn,
  type Owner,
  type SharedFile,
} from './shared-files.ts'
import { featureTexts, withHistory, withNavigation } from './texts.ts'

const MENTIONS = 'src/architecture/foreign-mentions.test.ts'
const TEMPLATE_TABLE = 'src/db/tables/repositories.ts'
const MADE_FROM =
  'new features are made from the feature repositories. Generate them before you remove it, or copy one of your own by hand. Nothing was written.'

/** The changes of files that a new feature means: their texts by their paths from the root. */
export interface Plan {
  made: Map<string, string>
  changed: Map<string, string>
}

/**
 * The files that a new feature is made of, and those that learn of it. Writes nothing.
 * @param owner whose its rows are
 * @throws {PlainFailure} for a name that is taken, and where a shared file is not as it is known
 */
export function planFeature(root: string, names: Names, owner: Owner = 'organization'): Plan {
  const read = (file: string) => ({ file, text: readTemplate(root, file) })
  const templates = templateFiles(root).filter((file) => owner === 'organization' || !COPIED_IF_OWNED.test(file))
  const there = templates.map((file) => rename(file, names)).find((file) => existsSync(path.join(root, file)))
  if (there) throw new PlainFailure(`"${names.many.kebab}" is taken: ${there} is there already. Nothing was written.`)
  const made = new Map<string, string>()
  const changed = new Map<string, string>()
  for (const { file, text: whole } of templates.map(read)) {
    const text = withoutOwn(whole, owner)
    refuseTakenWords(file, text, names)
    const renamed = rename(text, names)
    const links = file.endsWith('/feature.ui.ts')
    made.set(rename(file, names), links ? withLinksOfItsOwn(renamed, manifestsIn(root, 'feature.ui.ts')) : renamed)
  }
  for (const shared of SHARED_FILES) {
    const { text } = read(shared.file)
    refuseTakenWords(shared.file, text, names)
    changed.set(shared.file, withFeature(shared, text, { names, owner }))
  }
  changed.set(MENTIONS, withMentions(read(MENTIONS), made))
  refuseTakenWords('the manifests of features', manifestsIn(root, 'feature.ts'), names)
  for (const language of appConfig.languages) {
    const texts = (namespace: string) => read(`locales/${language}/${namespace}.json`)
    made.set(`locales/${language}/${names.many.camel}.json`, featureTexts(language, texts(TEMPLATE.many.camel), names))
    changed.set(`locales/${language}/common.json`, withNavigation(language, texts('common'), names))
    changed.set(`locales/${language}/history.json`, withHistory(language, texts('history'), names))
  }
  return { made, changed }
}

function readTemplate(root: string, file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch (error) {
    throw new PlainFailure(`${file} cannot be read: ${MADE_FROM}`, { cause: error })
  }
}

/** The counts of files that name an optional feature, with those of the new feature: rows of organizations name these. */
function withMentions({ file, text }: { file: string; text: string }, made: Map<string, string>): string {
  const sources = [...made].filter(([path]) => /^src\/.*\.tsx?$/.test(path)).map(([path, text]) => ({ path, text }))
  return Object.entries(OPTIONAL_FEATURES).reduce((changed, [name, feature]) => {
    const more = foreignMentions(feature, sources).length
    if (more === 0) return changed
    return changeLine({ file, text: changed }, new RegExp(`^ {2}'?${name}'?: \\d+,$`), (line) =>
      line.replace(/\d+/, (count) => String(Number(count) + more)),
    )
  }, text)
}

/** The manifests of all features: two may not declare the same. */
function manifestsIn(root: string, name: 'feature.ts' | 'feature.ui.ts'): string {
  const folder = path.join(root, 'src/features')
  return readdirSync(folder)
    .map((feature) => path.join(folder, feature, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

/** Files whose path is about repositories. @throws {PlainFailure} where there are none any more */
function templateFiles(root: string): string[] {
  if (!existsSync(path.join(root, TEMPLATE_TABLE))) throw new PlainFailure(`${TEMPLATE_TABLE} is gone: ${MADE_FROM}`)
  return COPIED_FROM.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
  )
    .filter((file) => /repositor(y|ies)/.test(file) && !NOT_COPIED.test(file))
    .sort()
}

function withFeature(
  { file, anchors, edits = [], also = (lines) => lines }: SharedFile,
  text: string,
  { names, owner }: { names: Names; owner: Owner },
) {
  const longer = anchors.reduce(
    (changed, anchor) =>
      insertBeside({ file, text: changed }, anchor, 'below', (found) => {
        const lines = also(rename(withoutOwn(found, owner), names), text, owner)
        return found.startsWith('/**') ? `\n${lines}` : lines
      }),
    text,
  )
  return edits.reduce(
    (changed, [line, edit]) => changeLine({ file, text: changed }, line, (found) => edit(found, names, text)),
    longer,
  )
}

/** A name that the renamed code would have must not be one that the code has already, for another thing. */
function refuseTakenWords(file: string, text: string, names: Names) {
  const words = wordsOf(text)
  const ours = [...words].filter((word) => /repositor(y|ies)/i.test(word)).map((word) => rename(word, names))
  const taken = ours.find((word) => words.has(word))
  if (taken)
    throw new PlainFailure(
      `"${names.many.kebab}" cannot be the name: "${taken}" is another thing in ${file}. Choose another, with a word before it, like customer-${names.many.kebab}. Nothing was written.`,
    )
}

/** The names in code: not what stands in comments, strings and templates, and not what is asked of an object. */
function wordsOf(text: string): Set<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|`[^`]*`|\/\/.*/g, ' ')
  return new Set(code.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g))
}
