import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('docker-compose.yml')

/** Returns the lines of a service in docker-compose.yml. */
function service(name: string): string {
  return new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? ''
}

test('every variable in docker-compose.yml has a default, so that down, logs and ps work without settings', () => {
  const variables = [...compose.matchAll(/\$\{([^}]*)\}?/g)].map(([, inside = '']) => inside)
  expect(variables.length).toBeGreaterThan(0)
  expect(variables.filter((inside) => !/^[A-Z_]+:?-/.test(inside))).toEqual([])
})

test('the app in docker-compose.yml gets all settings of .env except HOST and PORT', () => {
  expect(service('app')).toMatch(/^ {4}env_file:\n {6}- path: \.env\n {8}required: false$/m)
  for (const setting of ['HOST: 0.0.0.0', 'PORT: 3000']) expect(service('app')).toContain(`      ${setting}\n`)
})

test.each(['app', 'mail'])('the container of %s has a read-only file system and no capabilities', (name) => {
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: [no-new-privileges:true]'])
    expect(service(name)).toContain(`    ${line}\n`)
})

test('every service in docker-compose.yml, or its image, has a health check', () => {
  for (const name of ['database', 'mail']) expect(service(name)).toContain('    healthcheck:\n')
  expect(dockerfile).toContain('\nHEALTHCHECK ')
})

test('every program that the containers run exists and is built', () => {
  const programs = [...`${dockerfile}${compose}`.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(([, name]) => name ?? '')
  expect(new Set(programs)).toEqual(new Set(['migrate', 'serve', 'start']))
  for (const name of programs) {
    expect(existsSync(path.join(ROOT, `scripts/${name}.ts`))).toBe(true)
    expect(read('vite.config.ts')).toContain(`  ${name}: 'scripts/${name}.ts',\n`)
  }
})

test('the image is built with all packages, but ships only dist', () => {
  expect(dockerfile).toMatch(/ npm ci$/m)
  const shipped = [...dockerfile.matchAll(/^COPY --from=build (\S+)/gm)].map(([, source]) => source)
  expect(shipped).toEqual(['/app/dist'])
})

test('the image, npm start and npm run serve limit the space for young objects to the same size', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [option = 'none'] = /--max-semi-space-size=\d+/.exec(dockerfile) ?? []
  expect(scripts.start).toContain(` ${option} `)
  expect(scripts.serve).toContain(` ${option} `)
})

test('the development container has the Node.js of .nvmrc, and the browser and fonts of .ci/run', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json')) as Record<string, string>
  expect(container.image).toContain(`:${read('.nvmrc').trim()}-bookworm`)
  const [, packages = 'none'] = /chromium-headless-shell \] \|\| missing\+=\(([^)]+)\)/.exec(read('.ci/run')) ?? []
  expect(container.onCreateCommand).toContain(` install -y ${packages}`)
  expect(container.postCreateCommand).toBe('npm ci')
})
