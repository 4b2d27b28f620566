import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { ALL_FAULTS } from '../../e2e/faults/rows/all.ts'
import { ALL_PAGES } from '../../e2e/support/all-pages.ts'

/** Files and titles of the end-to-end tests that run at each speed (`quick` or `all`). */
const titles = { quick: [] as string[], all: [] as string[] }

beforeAll(() => {
  for (const speed of ['quick', 'all'] as const) titles[speed] = listed(speed)
}, 120_000)

function listed(speed: string): string[] {
  const output = execFileSync(
    path.resolve('node_modules/.bin/playwright'),
    ['test', '--list', '--config', 'e2e/playwright.config.ts', '--reporter=json'],
    {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: { ...process.env, TEST_SPEED: speed, PLAYWRIGHT_JSON_OUTPUT_NAME: '' },
    },
  )
  return titlesIn((JSON.parse(output) as { suites: Suite[] }).suites)
}

interface Suite {
  title: string
  file: string
  suites?: Suite[]
  specs: { title: string; file: string }[]
}

function titlesIn(suites: Suite[], above = ''): string[] {
  return suites.flatMap(({ title, file, suites: inner = [], specs }) => {
    const path = title === file ? above : `${above}${title} `
    return [...specs.map((spec) => `e2e/${spec.file} ${path}${spec.title}`), ...titlesIn(inner, path)]
  })
}

test('the speed "all" runs every end-to-end test of the speed "quick", and more', () => {
  const all = new Set(titles.all)
  expect(titles.quick.length).toBeGreaterThan(1_000)
  expect(titles.quick.filter((title) => !all.has(title))).toEqual([])
  expect(titles.all.length).toBeGreaterThan(titles.quick.length)
})

test.each(['quick', 'all'] as const)('the speed "%s" tests every page', (speed) => {
  const looked = new Set(titles[speed])
  const wanted = ALL_PAGES.map(
    ({ name }) => `e2e/pages/every-page.e2e.ts ${name}: is complete in every language and accessible on every screen`,
  )
  expect(wanted.filter((title) => !looked.has(title))).toEqual([])
})

test('the speed "all" includes the width tests in every language', () => {
  for (const language of appConfig.languages)
    expect(titles.all).toContainEqual(expect.stringContaining(`widths.e2e.ts users in ${language}: `))
})

test('the speed "all" runs every test that the table of faults refers to', () => {
  const references = ALL_FAULTS.flatMap(({ tests = [] }) => tests)
  expect(references.length).toBeGreaterThan(10)
  const missing = references.filter(({ file, title = '' }) =>
    file.startsWith('e2e/')
      ? !titles.all.some((one) => one.startsWith(`${file} `) && one.includes(title))
      : !readFileSync(file, 'utf8').includes(title),
  )
  expect(missing).toEqual([])
})
