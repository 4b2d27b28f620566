import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync } from 'node:fs'

/** The tests that a change can affect. */
export interface Selection {
  /** A changed file that belongs to no single feature, so that all tests must run. */
  everythingBecauseOf?: string
  /** Names of the changed features. */
  features: string[]
  /** Folders and files of the end-to-end tests to run. */
  endToEnd: string[]
  /** Folders of end-to-end tests that are skipped. */
  leftOut: string[]
}

const FEATURES = 'src/features'
const END_TO_END = 'e2e'
/** Folders of end-to-end tests that belong to no single feature. After a change of such a test, only its file runs. */
const COMMON = new Set(['local', 'pages', 'server'])
/** Tests that visit every page. If only some features are tested, only the pages of these features are visited. */
const PAGES = ['e2e/pages/every-page.e2e.ts', 'e2e/pages/visual.e2e.ts']

/**
 * Returns the files that differ from a commit, including untracked ones.
 * @param base the commit to compare with; by default the fork point from main
 */
export function changedFiles(base = findForkPoint()): string[] {
  const differ = git('diff', '--name-only', base)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...differ, ...untracked])].toSorted()
}

/** Returns the merge base of HEAD and main, or HEAD if there is no branch main. */
export function findForkPoint(): string {
  const [head = ''] = git('rev-parse', 'HEAD')
  const main = ['origin/main', 'main'].find((name) => git('branch', '--all', '--list', `*${name}`).length > 0)
  return main === undefined ? head : (git('merge-base', 'HEAD', main)[0] ?? head)
}

/** Chooses the tests that a change of these files can affect. Relies on the rule that features do not import each other. */
export function selectAffectedTests(files: string[]): Selection {
  const features = readdirSync(FEATURES)
  const folders = readdirSync(END_TO_END, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && globSync(`${END_TO_END}/${entry.name}/*.e2e.ts`).length > 0)
    .map(({ name }) => name)
  const changed = new Set<string>()
  const tests: string[] = []
  for (const file of files) {
    if (/^docs\/|^[^/]+\.md$/.test(file)) continue
    const [, name = ''] = /^(?:src\/features|locales\/[a-z]+|e2e)\/([^/.]+)/.exec(file) ?? []
    if (features.includes(name)) changed.add(name)
    else if (COMMON.has(name) && file.endsWith('.e2e.ts')) tests.push(...(existsSync(file) ? [file] : []))
    else return { everythingBecauseOf: file, features, endToEnd: [], leftOut: [] }
  }
  const touched = [...changed].toSorted()
  const endToEnd = [
    ...touched.filter((name) => folders.includes(name)).map((name) => `${END_TO_END}/${name}/`),
    ...tests,
  ]
  if (touched.length > 0) endToEnd.push(...PAGES.filter((file) => !tests.includes(file)))
  return { features: touched, endToEnd, leftOut: folders.filter((name) => !touched.includes(name)) }
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}
