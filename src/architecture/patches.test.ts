import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Matches the reason of a changed line: an issue of the package's project, or a note that no issue was reported. */
const REASON = /^\+.*\/\/ .*?([\w.-]+\/[\w.-]+#\d+|not reported: )/gm

/** The test file of each patched package, which fails without the patch. */
const TESTS: Record<string, string> = {
  postgres: 'src/db/driver.test.ts',
  'graphile-worker': 'src/queue/worker-release.test.ts',
}

const patches = readdirSync(path.join(ROOT, 'patches')).map((file) => {
  const [, name = '', version = ''] = /^(.+)\+(.+)\.patch$/.exec(file) ?? []
  return { file, name, version, text: readFileSync(path.join(ROOT, 'patches', file), 'utf8') }
})

test.each(patches)('$file is for the installed version', ({ file, name, version, text }) => {
  const installed = JSON.parse(readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as object
  const issues = [...new Set([...text.matchAll(REASON)].map(([, reason]) => reason))].join(', ')
  expect(
    installed,
    `Look which of these are done in the new version of ${name}: ${issues}. Take its files without patches/${file}, run ${TESTS[name]}, and keep the changes whose tests fail; where none does, delete the patch.`,
  ).toMatchObject({ version })
})

test.each(patches)('$file has a test file', ({ name }) => {
  expect(existsSync(path.join(ROOT, TESTS[name] ?? 'none'))).toBe(true)
})

test.each(patches)('each change of $file names its upstream issue', ({ text }) => {
  const changes = text.split(/^@@ /m).slice(1)
  expect(changes.length).toBeGreaterThan(0)
  expect(changes.filter((change) => !new RegExp(REASON).test(change))).toEqual([])
})
