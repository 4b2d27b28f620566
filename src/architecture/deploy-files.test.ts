import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Job } from 'kubernetes-models/batch/v1/Job'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { appConfig } from '#app.config'
import { EnvironmentError, readDatabaseSettings, readEnvironment, variableNames } from '#env/environment.server.ts'
import { connectionOptions } from '#db/client.ts'
import { openClient } from '#db/connect.ts'
import { roleOf } from '../../scripts/database/rights.ts'
import { hasPgBouncer, startDeployedPooler } from '../../e2e/support/pooler.ts'

const run = promisify(execFile)
const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const HAPROXY = '/usr/sbin/haproxy'
const KINDS = { ConfigMap, Deployment, Job, Ingress, NetworkPolicy, PodDisruptionBudget, Secret, Service }
const DATABASE_URL = process.env.DATABASE_URL ?? ''
const EXAMPLE_SECRET = new EnvironmentError(['BETTER_AUTH_SECRET must not be the example from .env.example'])

interface Manifest {
  kind: keyof typeof KINDS
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    selector?: object
    podSelector?: object
    replicas?: number
    ports?: { name: string; targetPort: string }[]
    ingress?: { ports: { port: string }[] }[]
    rules?: { http: { paths: { backend: { service: { name: string; port: object } } }[] } }[]
    template?: { metadata: { labels: object }; spec: Pod }
  }
}

interface Pod {
  terminationGracePeriodSeconds: number
  containers: Container[]
}

interface Container {
  image: string
  command?: string[]
  envFrom: Record<string, { name: string }>[]
  ports?: { name: string; containerPort: number }[]
  livenessProbe?: Probe
  readinessProbe?: Probe
  lifecycle?: { preStop: { sleep: { seconds: number } } }
}

interface Probe {
  httpGet: { path: string; port: string }
}

const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8')
const manifests = [`${appConfig.slug}.yaml`, 'migration.yaml', 'secret.example.yaml'].flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
)
const find = (wanted: Manifest['kind'], name: string = appConfig.slug) =>
  manifests.find(({ kind, metadata }) => kind === wanted && metadata.name === name)
const [node] = find('Deployment')?.spec?.template?.spec.containers ?? []
const migration = `${appConfig.slug}-migration`

describe('Kubernetes', () => {
  test.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    'the manifest of %s is valid',
    (kind, manifest) => {
      // The cast skips the parameter type of the constructor, because `validate` checks the manifest at run time.
      expect(() => new KINDS[kind](manifest as never).validate()).not.toThrow()
    },
  )

  test('the Kubernetes manifests select the nodes by their labels, and start more than one', () => {
    const { spec } = find('Deployment') ?? {}
    const labels = spec?.template?.metadata.labels
    expect(spec?.selector).toEqual({ matchLabels: labels })
    expect(find('Service')?.spec?.selector).toEqual(labels)
    expect(find('PodDisruptionBudget')?.spec?.selector).toEqual({ matchLabels: labels })
    expect(spec?.replicas).toBeGreaterThan(1)
  })

  test('Kubernetes gives a node enough time to shut down', () => {
    const { terminationGracePeriodSeconds: seconds = 0, containers = [] } =
      find('Deployment')?.spec?.template?.spec ?? {}
    // scripts/support/stop-signals.ts exits after 9.5 seconds at the latest.
    expect(seconds - (containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0)).toBeGreaterThanOrEqual(10)
  })

  test('the migration in Kubernetes uses the same image as the nodes', () => {
    const images = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []).map(({ image }) => image)
    expect(images).toHaveLength(2)
    expect(new Set(images).size).toBe(1)
  })

  test('the name of every Kubernetes manifest begins with the slug', () => {
    expect(manifests.filter(({ metadata }) => !metadata.name.startsWith(appConfig.slug))).toEqual([])
  })

  test('a node in Kubernetes gets the settings of the ConfigMap and the Secret, and rejects only the example secret', () => {
    expect(node?.envFrom).toEqual([{ configMapRef: { name: appConfig.slug } }, { secretRef: { name: appConfig.slug } }])
    const [open, secret] = [find('ConfigMap')?.data ?? {}, find('Secret')?.stringData ?? {}]
    expect(() => readEnvironment({ ...open, ...secret })).toThrow(EXAMPLE_SECRET)
    expect([...Object.keys(open), ...Object.keys(secret)].filter((name) => !variableNames().includes(name))).toEqual([])
    expect(Object.keys(open).filter((name) => /SECRET|_URL$/.test(name))).toEqual(['APP_URL'])
  })

  test('only the migration in Kubernetes gets the role that owns the tables, and it gets no other secrets', () => {
    const [job] = find('Job', migration)?.spec?.template?.spec.containers ?? []
    expect(job?.envFrom).toEqual([{ secretRef: { name: migration } }])
    const given = find('Secret', migration)?.stringData ?? {}
    expect(Object.keys(given)).toEqual(['DATABASE_URL', 'DATABASE_OWNER_URL'])
    const { databaseUrl, ownerUrl } = readDatabaseSettings(given)
    expect([roleOf(databaseUrl), roleOf(ownerUrl)]).toEqual([appConfig.slug, `${appConfig.slug}_owner`])
    expect(find('Secret')?.stringData).not.toHaveProperty('DATABASE_OWNER_URL')
    expect(roleOf(find('Secret')?.stringData?.DATABASE_URL ?? '')).toBe(roleOf(databaseUrl))
  })

  test('the Kubernetes manifests name the port of the nodes, and refer to it by this name', () => {
    expect(node?.ports).toEqual([{ name: 'http', containerPort: Number(find('ConfigMap')?.data?.PORT) }])
    expect(find('Service')?.spec?.ports).toMatchObject([{ name: 'http', targetPort: 'http' }])
    const [rule] = find('Ingress')?.spec?.rules ?? []
    expect(rule?.http.paths.map(({ backend }) => backend.service)).toEqual([
      { name: appConfig.slug, port: { name: 'http' } },
    ])
  })

  test('Kubernetes restarts a node that does not answer, and sends requests only to nodes that can serve', () => {
    expect(node?.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
    expect(node?.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
  })

  test('only the ingress controller of Kubernetes can connect to the port of the nodes', () => {
    const { podSelector, ingress } = find('NetworkPolicy')?.spec ?? {}
    expect(podSelector).toEqual(find('Deployment')?.spec?.selector)
    expect(ingress?.map(({ ports }) => ports.map(({ port }) => port))).toEqual([['http']])
  })
})

describe.each(['docker-compose.yml', 'docker-compose.patroni.yml'])('several nodes with %s', (name) => {
  const text = read(`compose/${name}`)
  const { services } = parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string | number>; command?: string[]; volumes?: string[] }>
  }

  test('the compose file gives the nodes valid settings', () => {
    const given = services['node-1']?.environment ?? {}
    expect(Object.keys(given).filter((name) => !variableNames().includes(name))).toEqual([])
    const settings = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    const secret = 'dGhpcyBpcyBub3QgdGhlIGV4YW1wbGUhIQ=='
    expect(readEnvironment({ ...settings, BETTER_AUTH_SECRET: secret })).toMatchObject({ isPooled: true })
    expect(services['node-2']).toEqual(services['node-1'])
  })

  test('the compose file runs the built migration, and mounts only files that exist', () => {
    expect(services.migration?.command).toEqual(['node', 'dist/server/migrate.js'])
    const files = Object.values(services).flatMap(({ volumes = [] }) => volumes.filter((one) => one.startsWith('./')))
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(existsSync(path.join(DEPLOY, 'compose', file.split(':')[0] ?? ''))).toBe(true)
  })

  test('every variable of the compose file has a default, so that down, logs and ps work without settings', () => {
    expect(text.match(/\$\{(?![A-Z_]+:?-)/g)).toBeNull()
  })
})

test.skipIf(!existsSync(HAPROXY)).each(['haproxy.cfg', 'patroni/haproxy.cfg'])('HAProxy accepts %s', async (name) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'latchkey-haproxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, read(`compose/${name}`))
  await expect(run(HAPROXY, ['-c', '-f', file])).resolves.toBeDefined()
  rmSync(folder, { recursive: true })
})

test.skipIf(!hasPgBouncer)(
  'PgBouncer accepts pgbouncer.ini, and its connections have the statement timeout',
  async () => {
    await using pooler = await startDeployedPooler(DATABASE_URL)
    for (const database of ['latchkey', 'latchkey_standby']) {
      const url = pooler.urlOf(DATABASE_URL).replace(/latchkey$/, database)
      const client = openClient(url, connectionOptions(1, { isPooled: true }))
      const [row] = await client.unsafe<{ limit: string }[]>("select current_setting('statement_timeout') as limit")
      await client.end()
      expect(row?.limit).toBe('3s')
    }
  },
)
