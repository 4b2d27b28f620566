import { expect, test } from 'vitest'
import { readEnvironment } from '#env/environment.server.ts'
import { PRODUCTION_SETTINGS } from '#env/test-settings.server.ts'
import { isHostForgotten } from './unset-host.ts'

const ON_A_PLATFORM = { ...PRODUCTION_SETTINGS, APP_URL: 'https://app.example.com', PORT: '10000' }

test('isHostForgotten reports a port without a host in production mode, where the server listens on loopback', () => {
  const environment = readEnvironment(ON_A_PLATFORM)
  expect(environment.host).toBe('127.0.0.1')
  expect(isHostForgotten(ON_A_PLATFORM, environment)).toBe(true)
  expect(isHostForgotten({ ...ON_A_PLATFORM, HOST: '' }, environment)).toBe(true)
})

test.each([
  ['any host, also loopback', { ...ON_A_PLATFORM, HOST: '127.0.0.1' }],
  ['the host of a platform', { ...ON_A_PLATFORM, HOST: '0.0.0.0' }],
  ['the host of a platform with IPv6', { ...ON_A_PLATFORM, HOST: '::' }],
  ['no port', { ...ON_A_PLATFORM, PORT: '' }],
  ['users on this computer', { ...ON_A_PLATFORM, APP_URL: 'http://localhost:10000' }],
  ['local mode', { PORT: '10000' }],
])('isHostForgotten accepts %s', (_, given) => {
  expect(isHostForgotten(given, readEnvironment(given))).toBe(false)
})
