import { beforeEach, expect, test, vi } from 'vitest'
import { exportedName } from '#instrumentation/instruments.server.ts'
import { cookieNameOf, cookiePrefix } from '#env/cookie-name.server.ts'

const app = vi.hoisted(() => ({ slug: '', isHttps: false }))
vi.mock('#app.config', () => ({
  appConfig: {
    get slug() {
      return app.slug
    },
  },
}))
vi.mock('#env/environment.server.ts', () => ({ environment: () => app }))
beforeEach(() => Object.assign(app, { slug: 'latchkey', isHttps: false }))

test('the default slug keeps the names of cookies and metrics of existing installations', () => {
  expect(['session_token', 'browser', 'challenge', 'sandbox'].map(cookieNameOf)).toEqual([
    'latchkey.session_token',
    'latchkey.browser',
    'latchkey.challenge',
    'latchkey.sandbox',
  ])
  expect(exportedName('app.sign_ins')).toBe('latchkey.sign_ins')
  expect(exportedName('process.uptime')).toBe('process.uptime')
  app.isHttps = true
  expect([cookiePrefix(), cookieNameOf('session_token')]).toEqual(['__Host-latchkey', '__Host-latchkey.session_token'])
})

test('two apps with different slugs have no cookie and no metric in common', () => {
  const names = () => [cookieNameOf('session_token'), cookieNameOf('browser'), exportedName('app.sign_ins')]
  const ours = names()
  app.slug = 'other'
  expect(names()).toEqual(['other.session_token', 'other.browser', 'other.sign_ins'])
  expect(names().filter((name) => ours.includes(name))).toEqual([])
})
