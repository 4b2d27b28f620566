import { readdirSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeRedirectPath } from './safe-redirect.ts'

const SITE = 'https://app.example.com'

const OURS = {
  '/app': '/app',
  '/': '/',
  '/app/repositories?searchTerm=100#top': '/app/repositories?searchTerm=100#top',
  '/manager/users?searchTerm=%26a': '/manager/users?searchTerm=%26a',
  '/app/repositories?searchTerm=100%': '/app/repositories?searchTerm=100%',
  '/app?link=https://e.com': '/app?link=https://e.com',
  '/app/../manager': '/manager',
  '/app/café': '/app/caf%C3%A9',
}

for (const [redirect, path] of Object.entries(OURS))
  test(`safeRedirectPath accepts ${redirect}`, () => expect(safeRedirectPath(redirect)).toBe(path))

const FOREIGN = [
  '/apis',
  '/logins',
  '/nothing',
  '/apple',
  '/app%',
  '/%E0%A4%A',
  '/app/%E0%A4%A',
  '',
  'app',
  '//e.com',
  '///e.com',
  String.raw`/\e.com`,
  String.raw`\\e.com`,
  String.raw`\/e.com`,
  String.raw`/app\e.com`,
  'https:e.com',
  'https://e.com',
  'HTTPS://e.com/app',
  '/%09/e.com',
  '/\t/e.com',
  '/\n/e.com',
  '\t//e.com',
  ' //e.com',
  '/%2fe.com',
  '/%2Fe.com',
  '%2f%2fe.com',
  '/%5ce.com',
  '/%252fe.com',
  '/%255ce.com',
  '/./%2fe.com',
  '/app/..//e.com',
  '/.//e.com',
  '/%2e//e.com',
  '/%2e%2e//e.com',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'mailto:a@e.com',
  '@e.com',
  '/api',
  '/api/auth/sign-out',
  '/API/auth/sign-out',
  '/%61pi/auth/sign-out',
  '/app/../api/auth/sign-out',
  '/app/%2e%2e/api/auth/sign-out',
  '/login',
  '/login?redirect=/login',
  '/Login/verify',
  '/login/../login',
  '/%6cogin',
  '/app\0',
  '/app\u0085',
]

for (const redirect of FOREIGN)
  test(`safeRedirectPath rejects ${JSON.stringify(redirect)}`, () => expect(safeRedirectPath(redirect)).toBeNull())

const PARTS = [
  '/ // \\ % . .. : @ ? # %2f %5c %09 %2e %25 %61 https javascript e.com api login app é ／ 。'.split(' '),
  ['\t', '\n', '\0', ' ', '\u2028', '\ud800'],
].flat()
const hostilePart = fc.constantFrom(...PARTS)
const hostileText = fc.oneof(
  fc.array(hostilePart, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(hostilePart, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true }),
)

test('safeRedirectPath returns only local paths, which begin with one slash and lead to no API or login page', () => {
  fc.assert(
    fc.property(hostileText, (redirect) => {
      const path = safeRedirectPath(redirect) ?? '/'
      expect(path).toMatch(/^\/(?![/\\])/)
      for (const spelling of [path, decodeURI(path.replace(/%(?![\da-f]{2})/gi, '%25'))]) {
        const url = new URL(spelling, SITE)
        expect(url.origin).toBe(SITE)
        expect(url.pathname).not.toMatch(/^\/+(api|login)(\/|$)/i)
      }
    }),
    { numRuns: 5_000 },
  )
})

test('safeRedirectPath returns its own result unchanged', () => {
  fc.assert(
    fc.property(hostileText, (redirect) => {
      const path = safeRedirectPath(redirect)
      expect(path === null ? null : safeRedirectPath(path)).toBe(path)
    }),
    { numRuns: 5_000 },
  )
})

test('safeRedirectPath accepts every area with pages', () => {
  const folders = readdirSync(new URL('../routes', import.meta.url), { withFileTypes: true })
  const areas = folders
    .filter((entry) => entry.isDirectory() && !/^(login$|-)/.test(entry.name))
    .map(({ name }) => `/${name}`)
  expect(areas).toContain('/app')
  expect(areas.map(safeRedirectPath)).toEqual(areas)
})
