import { expect, test, vi } from 'vitest'
import type * as environmentModule from '#env/environment.server.ts'
import { beforeSignUp, prepareSession } from './auth-hooks.server.ts'

const settings = vi.hoisted(() => ({ demoMode: false }))
vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), signUpEnabled: true, ...settings }) }
})

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['  Ada ', 'Ada'],
  ['\u202Eadmin', ''],
  ['\u3164', ''],
  ['Ada\r\nBcc: eve', ''],
  ['a'.repeat(5_000), ''],
  [undefined, ''],
])('a user whose provider sends the name %j gets the name %j, and no picture', async (name, kept) => {
  const newcomer = {
    email: 'ada@provider.example',
    emailVerified: true,
    name: name as string,
    image: 'javascript:alert(1)',
  }
  const { data } = await beforeSignUp(newcomer, { path: '/callback/github' })
  expect(data).toEqual({ ...newcomer, name: kept, image: null })
})

test('a session stores its IP address and device, except in demo mode, where visitors share accounts', async () => {
  const now = new Date()
  const session = { ipAddress: '192.0.2.1', userAgent: 'a browser', createdAt: now, updatedAt: now, expiresAt: now }
  expect((await prepareSession(session)).data).toMatchObject({ ipAddress: '192.0.2.1', userAgent: 'a browser' })
  settings.demoMode = true
  expect((await prepareSession(session)).data).toMatchObject({ ipAddress: null, userAgent: null })
})
