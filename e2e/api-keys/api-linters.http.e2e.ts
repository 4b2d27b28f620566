import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestInfo } from '@playwright/test'
import { API_BASE } from '#api/api-base.ts'
import { isInstalled } from '#db/test-program.ts'
import type { App } from '../support/app.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import type { Visitor } from '../support/visitor.ts'

const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
// Spectral is not in package.json, because it needs more than 200 packages.
const SPECTRAL = '/usr/local/bin/spectral'

const RULES = {
  extends: ['spectral:oas'],
  // The rule refuses scopes of an API key, which OpenAPI 3.1 allows: https://github.com/stoplightio/spectral/issues/2643
  rules: { 'oas3-operation-security-defined': 'off' },
}

test('Redocly finds no problem in the API description', ONLY_IN_FULL_RUN, async ({ app, visitor }, info) => {
  const file = await descriptionOf(app, visitor, info)
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const output = await outputOf(process.execPath, [REDOCLY, 'lint', '--format=json', file], env)
  expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
})

test('Spectral finds no problem in the API description', ONLY_IN_FULL_RUN, async ({ app, visitor }, info) => {
  test.skip(!isInstalled(SPECTRAL), 'Spectral is not installed')
  const file = await descriptionOf(app, visitor, info)
  const ruleset = info.outputPath('rules.json')
  await writeFile(ruleset, JSON.stringify(RULES))
  const output = await outputOf(SPECTRAL, ['lint', '--ruleset', ruleset, '--quiet', '--format=json', file], process.env)
  expect(JSON.parse(output)).toEqual([])
})

/** Returns the standard output of a program, also if it fails. */
async function outputOf(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { env }).catch((error: { stdout: string }) => error)
  return stdout
}

/** Returns the path of a file with the description that the API returns, but with a public address: Redocly refuses localhost. */
async function descriptionOf(app: App, visitor: Visitor, info: TestInfo): Promise<string> {
  const { body } = await visitor.get(`${API_BASE}/openapi.json`)
  const file = info.outputPath('openapi.json')
  await writeFile(file, JSON.stringify(body).replaceAll(app.url, 'https://latchkey.test'))
  return file
}
