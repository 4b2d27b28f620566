import { expect, test } from 'vitest'
import { findDestinations } from '#env/environment.server.ts'
import { readSettings } from '#env/settings.server.ts'
import { testVariables } from '#env/test-settings.server.ts'
import { telemetry } from './feature.start.server.ts'

testVariables((source) => readSettings(source, telemetry.settings), {
  METRICS_PORT: {
    good: { '9464': ({ METRICS_PORT }) => METRICS_PORT === 9464 },
    bad: ['0', '65536', 'http', '3000'],
    wants: 'must',
    missing: ({ METRICS_PORT }) => METRICS_PORT === undefined,
  },
  METRICS_HOST: {
    good: {
      '0.0.0.0': ({ METRICS_HOST }) => METRICS_HOST === '0.0.0.0',
      '::1': ({ METRICS_HOST }) => METRICS_HOST === '::1',
    },
    bad: ['my host', 'http://localhost'],
    wants: 'must be a host name or an IP address',
    missing: ({ METRICS_HOST }) => METRICS_HOST === '127.0.0.1',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    good: { 'http://localhost:4318': ({ OTEL_EXPORTER_OTLP_ENDPOINT: url }) => url === 'http://localhost:4318' },
    bad: ['localhost:4318', 'grpc://localhost:4317', 'http://'],
    wants: 'must be an http(s) URL',
    missing: ({ OTEL_EXPORTER_OTLP_ENDPOINT: url }) => url === undefined,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    good: {
      '0': ({ OTEL_TRACES_SAMPLER_ARG: share }) => share === 0,
      '0.05': ({ OTEL_TRACES_SAMPLER_ARG: share }) => share === 0.05,
    },
    bad: ['-1', '2', '5%', 'all', '1.5'],
    wants: 'must be the share of requests that are traced, 0 to 1',
    missing: ({ OTEL_TRACES_SAMPLER_ARG: share }) => share === 1,
  },
  SENTRY_DSN: {
    good: {
      'https://key@errors.example.com/1': ({ SENTRY_DSN }) => SENTRY_DSN === 'https://key@errors.example.com/1',
    },
    bad: [
      'https://errors.example.com/1',
      'key@errors.example.com/1',
      'https://key@errors.example.com',
      'ftp://key@x/1',
    ],
    wants: 'must be a DSN, like https://key@errors.example.com/1',
    missing: ({ SENTRY_DSN }) => SENTRY_DSN === undefined,
  },
})

test('the doctor reports the metrics port', () => {
  expect(findDestinations({ METRICS_PORT: '9464' })).toEqual([
    { variable: 'METRICS_PORT', port: 9464, host: '127.0.0.1' },
  ])
  expect(findDestinations({ METRICS_PORT: 'x' })).toEqual([])
})
