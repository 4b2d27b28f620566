import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { appConfig } from '#app.config'
import { connectionsOfProcess } from '#db/connection-counts.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const sections = [...read('docs/telemetry.md').matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)]

test('each alert has its section in the runbook, in the same order, and there are no other sections', () => {
  const alerts = [...read('deploy/telemetry/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(sections.map(([, name]) => name)).toEqual(alerts)
})

test.each(sections.map(([, name = '', text = '']) => [name, text]))(
  'the runbook section of %s explains its meaning, the diagnosis and the remedy',
  (_name, text) => {
    expect([...text.matchAll(/^- \*\*([\w ]+)\*\*:/gm)].map(([, label]) => label)).toEqual(['Means', 'Look at', 'Do'])
  },
)

test('each alert has tests of promtool in which it fires alone and in which it stays silent', () => {
  const { tests } = parse(read('deploy/telemetry/alerts-one-by-one.test.yml')) as {
    tests: { name: string; promql_expr_test: { expr: string; exp_samples: { labels: string }[] }[] }[]
  }
  const expected = (name: string) =>
    tests.filter((one) => one.name === name).flatMap((one) => one.promql_expr_test.flatMap((part) => part.exp_samples))
  for (const [, name = ''] of sections) {
    expect(expected(name)).toEqual([{ labels: `{alertname="${name}"}`, value: 1 }])
    expect(tests.map((one) => one.name)).toContain(`${name} stays silent`)
    expect(expected(`${name} stays silent`)).toEqual([])
  }
})

test('the alerts that a section links to exist', () => {
  const known = new Set(sections.map(([, name]) => name))
  const named = sections.flatMap(([, , text = '']) => text.match(/\bLatchkey[A-Z]\w+/g) ?? [])
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('the memory alert fires before the container is killed, at the size that the runbook names', () => {
  const megabytes = Number(
    /process_memory_usage_bytes\{.*\}\) > (\d+)e6/.exec(read('deploy/telemetry/alerts.yml'))?.[1],
  )
  expect(textOf('LatchkeyMemoryHigh')).toContain(`over ${megabytes} MB`)
  const mebibytes = Number(/limits:\s+memory: (\d+)Mi/.exec(read('deploy/kubernetes/latchkey.yaml'))?.[1])
  expect(read('docs/scaling.md').replaceAll('\n', ' ')).toContain(`give a container ${mebibytes} MB`)
  expect(megabytes).toBeLessThan(mebibytes)
})

test('the connection alert uses the number of connections that a process opens', () => {
  const [all, aroundPooler] = [false, true].map((isPooled) => connectionsOfProcess({ isPooled, hasSandboxes: false }))
  expect(textOf('LatchkeyPoolExhausted')).toContain(`(${all} for each process, ${aroundPooler} behind a pooler`)
  expect(read('docs/scaling.md')).toContain(`N processes need ${all} × N`)
})

test('every alert and panel reads metrics of the job of this app only', () => {
  const { groups } = parse(read('deploy/telemetry/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
  const panels = [...read('deploy/telemetry/dashboard.json').matchAll(/"expr": (".*")/g)].map(([, text = '']) =>
    JSON.parse(text),
  )
  const expressions = [...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)), ...panels]
  expect(expressions.length).toBeGreaterThan(30)
  const anotherJob = new RegExp(String.raw`\b(?:up|\w+_\w+)\{(?!job="${appConfig.slug}")`)
  const isBare = new RegExp(
    String.raw`(?<!by \([\w, ]*)\b(?:up|(?:${appConfig.slug}|http|db|nodejs|v8js|process)_\w+)(?![\w{])(?=[[) ])`,
  )
  expect(expressions.filter((expr: string) => anotherJob.test(expr) || isBare.test(expr))).toEqual([])
})

const textOf = (alert: string) => sections.find(([, name]) => name === alert)?.[2]
