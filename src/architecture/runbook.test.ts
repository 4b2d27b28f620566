import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const sections = [...read('docs/runbook.md').matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)]

test('each alert has its section in the runbook, in order, and no other has one', () => {
  const alerts = [...read('deploy/observability/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(sections.map(([, name]) => name)).toEqual(alerts)
})

test.each(sections.map(([, name = '', text = '']) => [name, text]))(
  '%s says what it means, what to look at, what to do',
  (_name, text) => {
    expect([...text.matchAll(/^- \*\*([\w ]+)\*\*:/gm)].map(([, label]) => label)).toEqual(['Means', 'Look at', 'Do'])
  },
)

test('the alerts that a section leads on to are there', () => {
  const known = new Set(sections.map(([, name]) => name))
  const named = sections.flatMap(([, , text = '']) => text.match(/\bLatchkey[A-Z]\w+/g) ?? [])
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
