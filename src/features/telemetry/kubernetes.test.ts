import { readFileSync } from 'node:fs'
import path from 'node:path'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { appConfig } from '#app.config'

interface Manifest {
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  data?: Record<string, string>
  spec?: {
    jobLabel?: string
    selector?: Record<string, unknown>
    podSelector?: object
    template?: { metadata: { labels: object } }
    ports?: { name: string; port: number; targetPort: number }[]
    endpoints?: object[]
    ingress?: { ports: { port: number }[] }[]
  }
}

const DEPLOY = path.resolve(import.meta.dirname, '../../../deploy')
const read = (file: string) =>
  parseAllDocuments(readFileSync(path.join(DEPLOY, file), 'utf8')).map((document) => document.toJS() as Manifest)
const find = (manifests: Manifest[], wanted: string) => manifests.find(({ kind }) => kind === wanted)
const nodes = read(`kubernetes/${appConfig.slug}.yaml`)
const monitoring = read('telemetry/kubernetes.yaml')
const labels = find(nodes, 'Deployment')?.spec?.template?.metadata.labels
const port = Number(find(nodes, 'ConfigMap')?.data?.METRICS_PORT)
const service = find(monitoring, 'Service')

test('the Service and the NetworkPolicy of the metrics are valid', () => {
  // The casts are safe, because `validate` checks the manifest at run time.
  expect(() => new Service(service as never).validate()).not.toThrow()
  expect(() => new NetworkPolicy(find(monitoring, 'NetworkPolicy') as never).validate()).not.toThrow()
})

test('nodes serve metrics to other pods, on the port that the Service names and the NetworkPolicy opens', () => {
  expect(find(nodes, 'ConfigMap')?.data?.METRICS_HOST).toBe('0.0.0.0')
  expect(service?.spec?.selector).toEqual(labels)
  expect(service?.spec?.ports).toEqual([{ name: 'metrics', port, targetPort: port }])
  const policy = find(monitoring, 'NetworkPolicy')?.spec
  expect(policy?.podSelector).toEqual({ matchLabels: labels })
  expect(policy?.ingress?.map(({ ports }) => ports)).toEqual([[{ protocol: 'TCP', port }]])
})

test('the ServiceMonitor scrapes the metrics port, with the job name that alerts and dashboard expect', () => {
  const { jobLabel = '', selector, endpoints, ...rest } = find(monitoring, 'ServiceMonitor')?.spec ?? {}
  expect(rest).toEqual({})
  expect(selector).toEqual({ matchLabels: service?.metadata.labels })
  expect(service?.metadata.labels?.[jobLabel]).toBe(appConfig.slug)
  expect(endpoints).toEqual([{ port: 'metrics', path: '/metrics', interval: '15s' }])
  const { groups } = parse(readFileSync(path.join(DEPLOY, 'telemetry/alerts.yml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[]
  }
  expect(groups[0]?.rules[0]?.expr).toContain(`job="${appConfig.slug}"`)
})
