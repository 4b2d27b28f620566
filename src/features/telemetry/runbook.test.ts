import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { connectionsOfProcess } from '#db/connection-counts.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const sections = [...read('docs/telemetry.md').matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)]

test('each alert has its section in the runbook, in order, and no other has one', () => {
  const alerts = [...read('deploy/telemetry/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
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

test('memory is told of before a container is ended for it, at the figure that the runbook names', () => {
  const megabytes = Number(/process_memory_usage_bytes\) > (\d+)e6/.exec(read('deploy/telemetry/alerts.yml'))?.[1])
  expect(textOf('LatchkeyMemoryHigh')).toContain(`over ${megabytes} MB`)
  const mebibytes = Number(/limits:\s+memory: (\d+)Mi/.exec(read('deploy/kubernetes/latchkey.yaml'))?.[1])
  expect(read('docs/scaling.md').replaceAll('\n', ' ')).toContain(`give a container ${mebibytes} MB`)
  expect(megabytes).toBeLessThan(mebibytes)
})

test('connections of a process are as many as it opens', () => {
  const [all, aroundPooler] = [false, true].map((isPooled) => connectionsOfProcess({ isPooled, hasSandboxes: false }))
  expect(textOf('LatchkeyPoolExhausted')).toContain(`(${all} for each process, ${aroundPooler} behind a pooler`)
  expect(read('docs/scaling.md')).toContain(`N processes cost ${all} × N`)
})

const textOf = (alert: string) => sections.find(([, name]) => name === alert)?.[2]
