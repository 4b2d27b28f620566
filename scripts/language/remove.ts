import { SAME_TEXTS, UNTRANSLATED } from '../../src/architecture/locales.ts'
import { withoutEntries } from '../remove/cut.ts'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { configWith, languagesIn, SOURCE_LANGUAGE, readIn, termsIn, type Change } from './change.ts'

const FOLDERS = ['src', 'e2e', 'emails', 'docs', 'scripts', 'locales', 'deploy']
const FILES_AT_TOP = ['README.md', 'CHANGELOG.md']
const CODE = /\.(tsx?|css)$/
/** Matches files in which mentions of the removed language can stay. The command does not list them. */
const IGNORED_FILES =
  /^(?:src\/db\/migrations|e2e\/fixtures|docs\/decisions|scripts\/generate\/template|scripts\/language)\/|^CHANGELOG\.md$/

/**
 * Plans the removal of a language without writing any file.
 * @throws {PlainFailure} if the app doesn't have the language, or it is the language of the original texts
 */
export function planRemoval(root: string, code: string): Change {
  const languages = languagesIn(root)
  if (code === SOURCE_LANGUAGE)
    throw new PlainFailure(
      `${SOURCE_LANGUAGE} can't be removed, because all texts are checked against it. Nothing was written.`,
    )
  if (!languages.includes(code))
    throw new PlainFailure(`The app doesn't have ${code}, only ${languages.join(', ')}. Nothing was written.`)
  const files = FOLDERS.flatMap((folder) => filesBelow(root, folder))
  const own = [
    `locales/${code}/`,
    `scripts/generate/template/locales/${code}/`,
    String.raw`e2e/screenshots/(?:.*-)?(?:dark|light)-${code}-\w+\.png$`,
  ]
  const deleted = files.filter((file) => new RegExp(`^(?:${own.join('|')})`).test(file))
  const gone = new Set(deleted)
  const written = new Map([
    configWith(
      root,
      languages.filter((one) => one !== code),
    ),
    [UNTRANSLATED, withoutKey(readIn(root, UNTRANSLATED), code)],
    [SAME_TEXTS, withoutKey(readIn(root, SAME_TEXTS), code)],
    [termsIn(root).file, withoutTerms(root, code)],
  ])
  const kept = [...files, ...FILES_AT_TOP].filter(
    (file) => !gone.has(file) && (CODE.test(file) || file.endsWith('.md')),
  )
  for (const file of kept) {
    const text = written.get(file) ?? readIn(root, file)
    const rest = withoutLanguage(file, text, code)
    if (rest !== text) written.set(file, rest)
  }
  const now = (file: string) => written.get(file) ?? readIn(root, file)
  const left = kept.filter((file) => !IGNORED_FILES.test(file) && languagePattern(code).test(now(file)))
  return {
    deleted,
    written: new Map([...written].filter(([file, text]) => text !== readIn(root, file))),
    next: [
      'Run npm run check, then review git diff.',
      'Users and invitations with this language get pages and emails in the default one.',
      ...(left.length === 0
        ? []
        : [`These files still name ${code}; tests that need it are skipped:\n${listFiles(left)}`]),
    ],
  }
}

/** Returns the text of a source file without the name of the language in menus, and without its styles. */
function withoutLanguage(file: string, text: string, code: string): string {
  const key = code.includes('-') ? `'${code}'` : code
  if (file.endsWith('.css'))
    return text.replaceAll(new RegExp(String.raw`^( +)&:lang\(${code}\) \{\n[^}]*\}\n`, 'gm'), '')
  return file === 'src/i18n/languages.ts' ? withoutEntries(text, new RegExp(`^ +${key}: `)) : text
}

/** Removes the column of a language from the table of terms, and the row of the language from the refused words. */
function withoutTerms(root: string, code: string): string {
  const { rows, withRows } = termsIn(root)
  const column = rows[0]?.indexOf(code) ?? -1
  const refused = new RegExp(String.raw`^\| ${code} \|.*\n`, 'gm')
  return withRows(rows.map((row) => row.toSpliced(column, 1))).replaceAll(refused, '')
}

function withoutKey(json: string, key: string): string {
  const { [key]: _gone, ...rest } = JSON.parse(json) as Record<string, unknown>
  return `${JSON.stringify(rest, null, 2)}\n`
}

/** Matches the code of a language in code and styles, and its name in documents. */
function languagePattern(code: string): RegExp {
  const name = new Intl.DisplayNames(SOURCE_LANGUAGE, { type: 'language' }).of(code) ?? code
  return new RegExp(String.raw`'${code}'|^ +${code}: |[(=]${code}\)|lng=${code}\b|\b${name}\b`, 'm')
}

function listFiles(files: string[]): string {
  return files.map((file) => `     ${file}`).join('\n')
}
