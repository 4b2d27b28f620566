import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { logLines, formatLogRow } from './log-lines.ts'
import { isTest, readSources, sources } from './source.ts'

test('docs/log.md lists exactly the log lines of the code, each with its level, message and file', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/log.md'), 'utf8')
  const product = [...sources, ...readSources('scripts')].filter((source) => !isTest(source))
  const rows = logLines(product).map(formatLogRow)
  expect(rows.length).toBeGreaterThan(30)
  expect(document.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
})

test('logLines returns the event, level and message of a log call', () => {
  const text =
    "log.warn({ event: 'mail.delivery_failed', reason }, 'not accepted')\nlog.info({ event: `audit.${x}` }, y)"
  expect(logLines([{ path: 'src/a.ts', text }]).map(formatLogRow)).toEqual([
    '| `audit.…` | info | (varies) | `src/a.ts` |',
    '| `mail.delivery_failed` | warn | not accepted | `src/a.ts` |',
  ])
})
