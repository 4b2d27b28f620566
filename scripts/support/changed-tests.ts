import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync } from 'node:fs'

/** The tests that a change can touch. */
export interface Selection {
  /** Why everything runs: a file that belongs to no feature. */
  everythingBecauseOf?: string
  /** The features that are changed. */
  features: string[]
  /** Folders and files of end-to-end tests. */
  endToEnd: string[]
  /** Folders of end-to-end tests that nothing in the change leads to. */
  leftOut: string[]
}

const FEATURES = 'src/features'
const END_TO_END = 'e2e'
/** Folders of end-to-end tests that are about no one feature; a change of a test in them runs that test. */
const COMMON = new Set(['local', 'pages', 'server'])
/** Looks at every page; under a selection at those of the features. */
const PAGES = ['e2e/pages/every-page.e2e.ts', 'e2e/pages/visual.e2e.ts']

/**
 * The files that differ from where this branch left main, or from the last commit on main itself; new ones included.
 * @param base a commit to compare with instead
 */
export function changedFiles(base = forkPoint()): string[] {
  const differ = git('diff', '--name-only', base)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...differ, ...untracked])].toSorted()
}

/** The commit that `changedFiles` compares with when none is given. */
export function forkPoint(): string {
  const [head = ''] = git('rev-parse', 'HEAD')
  const main = ['origin/main', 'main'].find((name) => git('branch', '--all', '--list', `*${name}`).length > 0)
  return main === undefined ? head : (git('merge-base', 'HEAD', main)[0] ?? head)
}

/** Chooses the tests that a change of these files can touch. No feature imports from another one. */
export function testsTouchedBy(files: string[]): Selection {
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
