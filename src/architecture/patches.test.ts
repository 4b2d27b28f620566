import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** An issue of the package's project, or the word that nobody has reported it there. */
const REASON = /^\+.*\/\/ .*?([\w.-]+\/[\w.-]+#\d+|not reported: )/gm

/** The tests that fail without a patch. */
const TESTS: Record<string, string> = {
  postgres: 'src/db/driver.test.ts',
  'graphile-worker': 'src/jobs/worker-release.test.ts',
}

const patches = readdirSync(path.join(ROOT, 'patches')).map((file) => {
  const [, name = '', version = ''] = /^(.+)\+(.+)\.patch$/.exec(file) ?? []
  return { file, name, version, text: readFileSync(path.join(ROOT, 'patches', file), 'utf8') }
})

test.each(patches)('$file is for the version that is installed', ({ file, name, version, text }) => {
  const installed = JSON.parse(readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')) as object
  const issues = [...new Set([...text.matchAll(REASON)].map(([, reason]) => reason))].join(', ')
  expect(
    installed,
    `Look which of these are done in the new version of ${name}: ${issues}. Take its files without patches/${file}, run ${TESTS[name]}, and keep the changes whose tests fail; where none does, delete the patch.`,
  ).toMatchObject({ version })
})

test.each(patches)('$file has tests that fail without it', ({ name }) => {
  expect(existsSync(path.join(ROOT, TESTS[name] ?? 'none'))).toBe(true)
})

test.each(patches)('each change of $file names the issue that it waits for', ({ text }) => {
  const changes = text.split(/^@@ /m).slice(1)
  expect(changes.length).toBeGreaterThan(0)
  expect(changes.filter((change) => !new RegExp(REASON).test(change))).toEqual([])
})
