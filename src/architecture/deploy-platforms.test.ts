import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { appConfig } from '#app.config'
import { readEnvironment, variableNames } from '#env/environment.server.ts'
import { isHealthCheck } from '#http/health.server.ts'
import { clientAddress } from '#lib/client-address.server.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const dockerfile = read('Dockerfile')
const SECRET = 'dGhpcyBpcyBub3QgdGhlIGV4YW1wbGUhIQ=='
const CADDY = '/usr/bin/caddy'
const SYSTEMD_ANALYZE = '/usr/bin/systemd-analyze'
/** Seconds after a stop signal in which the app certainly exits: scripts/support/stop-signals.ts. */
const STOP_SECONDS = 10
const MIGRATE = 'node dist/server/migrate.js'

const text = z.string().min(1)
const seconds = z.int().positive()
const healthPath = z.string().refine((pathname) => isHealthCheck(new URL(pathname, 'http://a')))
const command = z.string().refine(isProgram)
const ofDockerfile = z.string().refine((file) => path.join(ROOT, file) === path.join(ROOT, 'Dockerfile'))

// Each schema has only the keys that the reference of the platform names, because a misspelt key has no effect there.
const renderVariable = z.union([
  z.strictObject({ key: text, value: z.string() }),
  z.strictObject({ key: text, sync: z.literal(false) }),
  z.strictObject({ key: text, generateValue: z.literal(true) }),
  z.strictObject({ key: text, fromDatabase: z.strictObject({ name: text, property: z.literal('connectionString') }) }),
])
const render = z
  .strictObject({
    services: z.tuple([
      z.strictObject({
        type: z.literal('web'),
        name: text,
        runtime: z.literal('docker'),
        plan: text,
        dockerfilePath: ofDockerfile,
        dockerContext: z.literal('.'),
        preDeployCommand: command,
        healthCheckPath: healthPath,
        maxShutdownDelaySeconds: seconds,
        autoDeployTrigger: z.enum(['off', 'commit', 'checksPass']),
        envVars: z.array(renderVariable),
      }),
    ]),
    databases: z.tuple([
      z.strictObject({ name: text, plan: text, postgresMajorVersion: text, ipAllowList: z.tuple([]) }),
    ]),
  })
  .parse(parse(read('deploy/render/render.yaml')))
const fly = z
  .strictObject({
    app: text,
    primary_region: text,
    kill_signal: z.literal('SIGTERM'),
    kill_timeout: seconds,
    deploy: z.strictObject({
      release_command: command,
      release_command_timeout: text,
      strategy: z.enum(['rolling', 'bluegreen', 'canary']),
    }),
    env: z.record(text, z.string()),
    http_service: z.strictObject({
      internal_port: z.int(),
      force_https: z.literal(true),
      auto_stop_machines: z.literal('off'),
      auto_start_machines: z.boolean(),
      concurrency: z.strictObject({ type: z.literal('requests'), soft_limit: z.int(), hard_limit: z.int() }),
      checks: z.tuple([
        z.strictObject({
          method: z.literal('GET'),
          path: healthPath,
          interval: text,
          timeout: text,
          grace_period: text,
        }),
      ]),
    }),
    vm: z.tuple([z.strictObject({ size: text, memory: text })]),
  })
  .parse(parseToml(read('deploy/fly/fly.toml')))
const railway = z
  .strictObject({
    $schema: z.literal('https://railway.com/railway.schema.json'),
    build: z.strictObject({ builder: z.literal('DOCKERFILE'), dockerfilePath: ofDockerfile }),
    deploy: z.strictObject({
      preDeployCommand: z.tuple([command]),
      healthcheckPath: healthPath,
      healthcheckTimeout: seconds,
      drainingSeconds: seconds,
      overlapSeconds: seconds,
      restartPolicyType: z.literal('ALWAYS'),
      sleepApplication: z.literal(false),
    }),
  })
  .parse(JSON.parse(read('deploy/railway/railway.json')))
const compose = z
  .object({
    services: z.object({
      app: z.object({ environment: z.record(text, z.string()) }),
      caddy: z.object({
        environment: z.record(text, z.string()),
        networks: z.object({ default: z.object({ ipv4_address: text }) }),
        volumes: z.array(text),
      }),
    }),
    networks: z.object({ default: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: text })) }) }) }),
  })
  .parse(parse(read('deploy/compose/caddy.yml')))

const [app] = render.services
const onRender = Object.fromEntries(
  app.envVars.map((one) => [one.key, 'value' in one ? one.value : 'generateValue' in one ? SECRET : '']),
)
const onServer = parseEnv(read(`deploy/systemd/${appConfig.slug}.env.example`)) as Record<string, string>

/** Whether a command runs a program of the image. */
function isProgram(line: string): boolean {
  const [, program = ''] = /^node dist\/server\/([\w-]+)\.js$/.exec(line) ?? []
  return read('vite.config.ts').includes(`  ${program}: 'scripts/${program}.ts',\n`)
}

/** Completes the settings of a file with those that the operator or the platform provides. */
function withProvidedSettings(given: Record<string, string>) {
  const provided = {
    APP_URL: 'https://app.example.com',
    DATABASE_URL: 'postgres://app:password@db.example.com/app',
    SMTP_URL: 'smtp://mail.example.com:587',
  }
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  return readEnvironment({ ...provided, ...chosen, BETTER_AUTH_SECRET: SECRET })
}

/** Returns the values of a key in a unit of systemd, by section. */
function readUnit(file: string) {
  const lines = read(`deploy/systemd/${file}`).split('\n')
  return (key: string) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
}

describe.each([
  ['Render', onRender],
  ['Fly.io', fly.env],
  ['a server with systemd', onServer],
])('the settings on %s', (_name, given) => {
  test('the settings of the deployment are all known to the app, and have valid values', () => {
    expect(Object.keys(given).filter((name) => !variableNames().includes(name))).toEqual([])
    expect(withProvidedSettings(given)).toMatchObject({ isLocal: false, isHttps: true })
  })

  test('the deployment uses the port of the image, and listens on the host that its proxy can reach', () => {
    expect(dockerfile).toContain(`EXPOSE ${given.PORT}\n`)
    expect(given.HOST).toBe(given === onServer ? '127.0.0.1' : '0.0.0.0')
  })

  test('the deployment trusts some proxies, but not all addresses', () => {
    const { trustedProxies } = withProvidedSettings(given)
    expect(trustedProxies.length).toBeGreaterThan(0)
    expect(clientAddress('203.0.113.9', '6.6.6.6', trustedProxies)).toBe('203.0.113.9')
    expect(clientAddress('2001:db8:9::9', '6.6.6.6', trustedProxies)).toBe('2001:db8:9::9')
  })
})

describe('visitor addresses', () => {
  const ON_RENDER = '10.19.6.53'
  const onCompose = { ...onServer, ...compose.services.app.environment }
  const ofCompose = (socket: string) =>
    clientAddress(socket, '203.0.113.9', withProvidedSettings(onCompose).trustedProxies)

  test.each([
    ['Render', onRender, ON_RENDER, '203.0.113.9, 172.70.247.28, 10.19.64.237'],
    ['Render, with a forged header', onRender, ON_RENDER, '6.6.6.6,203.0.113.9, 172.71.95.118, 10.19.64.237'],
    ['Fly.io', fly.env, '172.16.1.2', '203.0.113.9, 2001:db8::1'],
    ['Fly.io, with a forged header', fly.env, '172.16.1.2', '6.6.6.6, 203.0.113.9, 192.0.2.1'],
    ['a server with Caddy', onServer, '127.0.0.1', '203.0.113.9'],
  ])('the address of a visitor is found on %s', (_name, given, socket, header) => {
    expect(clientAddress(socket, header, withProvidedSettings(given).trustedProxies)).toBe('203.0.113.9')
  })

  test('a visitor with an address of Cloudflare cannot forge another address on Render', () => {
    const { trustedProxies } = withProvidedSettings(onRender)
    const header = '6.6.6.6, 104.28.1.2, 172.70.247.28, 10.19.64.237'
    expect(clientAddress(ON_RENDER, header, trustedProxies)).toBe('104.28.1.2')
  })

  test('the app in Docker Compose trusts the visitor address from Caddy, but not from the published port', () => {
    const caddy = compose.services.caddy.networks.default.ipv4_address
    const [subnet = ''] = compose.networks.default.ipam.config.map((one) => one.subnet)
    expect(caddy.replace(/\d+$/, '0/24')).toBe(subnet)
    expect(ofCompose(caddy)).toBe('203.0.113.9')
    const gateway = subnet.replace('0/24', '1')
    expect(ofCompose(gateway)).toBe(gateway)
  })
})

test('all platforms migrate before a release starts, and check its database before it gets requests', () => {
  const { deploy, http_service: http } = fly
  expect([app.preDeployCommand, deploy.release_command, ...railway.deploy.preDeployCommand]).toEqual([
    MIGRATE,
    MIGRATE,
    MIGRATE,
  ])
  const paths = [app.healthCheckPath, ...http.checks.map((check) => check.path), railway.deploy.healthcheckPath]
  expect(new Set(paths)).toEqual(new Set(['/readyz']))
  expect(String(http.internal_port)).toBe(fly.env.PORT)
  const [database] = render.databases
  expect(app.envVars).toContainEqual({
    key: 'DATABASE_URL',
    fromDatabase: { name: database.name, property: 'connectionString' },
  })
})

test('all platforms give the app enough time to stop', () => {
  const times = [app.maxShutdownDelaySeconds, fly.kill_timeout, railway.deploy.drainingSeconds]
  const [service = '0'] = readUnit(`${appConfig.slug}.service`)('TimeoutStopSec')
  for (const time of [...times, Number(service)]) expect(time).toBeGreaterThanOrEqual(STOP_SECONDS)
})

describe.each([
  [`${appConfig.slug}.service`, 'serve'],
  [`${appConfig.slug}-migration.service`, 'migrate'],
])('the unit %s', (file, program) => {
  test('the systemd unit runs a program of the build as an unprivileged user, with the settings of the example', () => {
    const [start = ''] = readUnit(file)('ExecStart')
    expect(start).toMatch(new RegExp(`^/usr/bin/node (?:--[\\w=-]+ )?dist/server/${program}\\.js$`))
    expect(isProgram(`node dist/server/${program}.js`)).toBe(true)
    expect(readUnit(file)('User')).toEqual([appConfig.slug])
    expect(readUnit(file)('EnvironmentFile')[0]).toBe(`/etc/${appConfig.slug}/${appConfig.slug}.env`)
  })

  test.skipIf(!existsSync(SYSTEMD_ANALYZE))('systemd accepts the unit', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), `${appConfig.slug}-unit-`))
    const copy = path.join(folder, file)
    writeFileSync(copy, read(`deploy/systemd/${file}`).replace('/usr/bin/node', process.execPath))
    const { stdout, stderr } = await run(SYSTEMD_ANALYZE, ['verify', copy])
    rmSync(folder, { recursive: true })
    expect(stdout + stderr).not.toContain(file)
  })
})

test('the systemd service has the same memory limits as the image', () => {
  const limits = [...dockerfile.matchAll(/MALLOC_ARENA_MAX=\d+|--max-semi-space-size=\d+/g)].map(([limit]) => limit)
  expect(limits).toHaveLength(2)
  const service = readUnit(`${appConfig.slug}.service`)
  for (const limit of limits) expect([...service('Environment'), ...service('ExecStart')].join(' ')).toContain(limit)
})

describe('Caddy', () => {
  const caddyfile = read('deploy/caddy/Caddyfile')

  test('the Caddyfile forwards to the address of the app on a server, and to another one in Docker Compose', () => {
    expect(caddyfile).toContain(`{$UPSTREAM:${onServer.HOST}:${onServer.PORT}}`)
    const { environment, volumes } = compose.services.caddy
    expect(environment.UPSTREAM).toBe(`app:${onServer.PORT}`)
    expect(Object.keys(environment).filter((name) => !caddyfile.includes(`{$${name}:`))).toEqual([])
    expect(volumes).toContain('./deploy/caddy/Caddyfile:/etc/caddy/Caddyfile:ro')
  })

  test.skipIf(!existsSync(CADDY))('Caddy accepts the Caddyfile', async () => {
    const file = path.join(ROOT, 'deploy/caddy/Caddyfile')
    await expect(run(CADDY, ['validate', '--adapter', 'caddyfile', '--config', file])).resolves.toBeDefined()
  })
})

test('the labels of the image agree with package.json', () => {
  const labels = Object.fromEntries(
    [...dockerfile.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const { license, repository } = JSON.parse(read('package.json')) as { license: string; repository?: { url: string } }
  expect(labels).toMatchObject({ title: appConfig.name, licenses: license, revision: '$COMMIT' })
  const source = `git+${labels.source}.git`
  // An app that is made from this project has no repository at first.
  expect(repository?.url ?? source).toBe(source)
  expect(dockerfile).toMatch(/\nFROM \S+\nARG COMMIT\nLABEL /)
})

test('building the image needs no database', () => {
  const commands = [...dockerfile.matchAll(/^RUN (?:--\S+ )*(.+)$/gm)].map(([, line]) => line)
  expect(commands).toEqual(['npm ci', 'npm run build:app'])
})
