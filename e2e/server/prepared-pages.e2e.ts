import * as fc from 'fast-check'
import { appConfig } from '#app.config'
import { type App, someEmail, startApp } from '../support/app.ts'
import { addVisitor } from '../support/users.ts'
import { tenAtATime } from '../support/ten-at-a-time.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { alsoInQuickRun } from '../support/speed.ts'

const LANGUAGES = appConfig.languages
const HASHES = /script-src ('sha256-[^']+' ){4,}'strict-dynamic';/
/**
 * A cookie with which the server renders a page instead of sending the cached one. Every cookie except language, theme and time
 * zone has this effect.
 */
const UNCACHED_COOKIE = 'x=1'

const visits = fc.record({
  path: fc.constantFrom(
    '/login',
    '/login',
    '/login/error',
    '/login?',
    '/login?redirect=%2Fapp',
    '/login?lng=ar',
    '/login/',
  ),
  cookies: fc.uniqueArray(
    fc.constantFrom(
      'lng=fr',
      'lng=sw',
      'lng=xx',
      'theme=dark',
      'theme=light',
      'theme=pink',
      'timeZone=Asia/Kolkata',
      'theme=dark',
      'sidebar=collapsed',
      'latchkey.browser=0193e5a0-0000-4000-8000-0000000000ff',
      'latchkey.challenge=0193e5a0-0000-4000-8000-0000000000ff',
    ),
    { maxLength: 4 },
  ),
  language: fc.constantFrom('en', 'fr-CA,fr;q=0.9,en;q=0.8', 'ar', 'de', '*', ''),
})

for (const [where, env] of Object.entries<Record<string, string>>({
  'with default settings': {},
  'in a demo with a banner': {
    DEMO_MODE: 'true',
    SMTP_URL: '',
    ENV_NAME: 'Staging',
    ENV_EMOJI: '🧪',
    ENV_COLOR: 'teal',
  },
  'with closed sign-up and a provider': {
    SIGNUP_ENABLED: 'false',
    GITHUB_CLIENT_ID: 'id',
    GITHUB_CLIENT_SECRET: 'secret',
  },
}))
  test.describe(where, () => {
    let app: App
    test.beforeAll(async () => {
      app = await startApp(env)
      // Render each page once, because the first rendering loads lazy parts late and adds scripts for them.
      for (const path of ['/login', '/login/error']) await new Visitor(app).get(path, { cookie: UNCACHED_COOKIE })
    })
    test.afterAll(() => app.stop())

    test(
      'a login page from the cache equals the page that the server would render for the visitor',
      alsoInQuickRun(where === 'with default settings'),
      async () => {
        let fromBefore = 0
        await fc.assert(
          fc.asyncProperty(visits, async ({ path, cookies, language }) => {
            const ask = (all: string[]) =>
              new Visitor(app).get(path, { cookie: all.join('; '), 'accept-language': language })
            const [answer, own] = await Promise.all([ask(cookies), ask([...cookies, UNCACHED_COOKIE])])
            if (HASHES.test(answer.headers.get('content-security-policy') ?? '')) fromBefore += 1
            expect(own.headers.get('content-security-policy')).not.toMatch(HASHES)
            expect(comparable(answer)).toEqual(comparable(own))
          }),
          { numRuns: 150 },
        )
        expect(fromBefore).toBeGreaterThan(20)
      },
    )
  })

test('simultaneous visitors get the login page in their own languages, and signed-in users are redirected home', async ({
  app,
}) => {
  const { visitor } = await addVisitor(app)
  await tenAtATime(60, async (index) => {
    const language = LANGUAGES[index % LANGUAGES.length] ?? appConfig.defaultLanguage
    const { status, body, headers } = await new Visitor(app).get('/login', { 'accept-language': language })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toBeNull()
    expect(String(body)).toContain(`<html lang="${language}"`)
    expect(String(body)).toContain(textsOf(language).login.lead.replaceAll("'", '&#x27;'))
    expect((await visitor.get('/login')).headers.get('location')).toBe('/app')
  })
})

test('the login page for a visitor who has requested a code does not show other visitors the address', async ({
  app,
  visitor,
}) => {
  const email = someEmail('private')
  await visitor.askForCode(email)
  const own = await visitor.get(`/login?email=${encodeURIComponent(email)}`)
  expect(String(own.body)).toContain(email)
  const other = await new Visitor(app).get('/login')
  expect(String(other.body)).not.toContain(email)
  const ids = [other, await new Visitor(app).get('/login')].map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
})

test('HEAD returns the headers of the login page without its body', async ({ app }) => {
  for (const encoding of ['zstd', 'gzip', 'identity']) {
    const ask = (method: string) => fetch(`${app.url}/login`, { method, headers: { 'accept-encoding': encoding } })
    const [head, whole] = [await ask('HEAD'), await ask('GET')]
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
    expect(head.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(await head.text()).toBe('')
    expect(await whole.text()).toContain('</html>')
  }
})

for (const [accepted, sent] of [
  ['*', 'zstd'],
  ['zstd;q=0, br;q=0.1', 'br'],
  ['x-unknown, gzip;q=0.5', 'gzip'],
  ['x-unknown', null],
  ['*;q=0', null],
  ['', null],
] as const)
  test(`cached and rendered login pages for Accept-Encoding "${accepted}" are sent with ${sent ?? 'no'} encoding`, async ({
    app,
  }) => {
    for (const path of ['/login', '/login?redirect=%2Fapp']) {
      const answer = await fetch(`${app.url}${path}`, { headers: { 'accept-encoding': accepted } })
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, sent])
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(await answer.text()).toContain('</html>')
    }
  })

/** Returns a response without the values that differ between any two responses, such as dates, nonces and script hashes. */
function comparable({ status, headers, body }: Awaited<ReturnType<Visitor['get']>>) {
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  const comparable = Object.fromEntries(headers)
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding']) delete comparable[name]
  return {
    status,
    headers: { ...comparable, 'content-security-policy': policy.replace(/'(nonce|sha256)-[^']+' /g, '') },
    html: String(body)
      .replaceAll(`<meta property="csp-nonce" content="${nonce}"/>`, '')
      .replaceAll(` nonce="${nonce}"`, '')
      .replace(/<script type="module" async="" src="([^"]+)"><\/script>/, '<file $1>')
      .replace(/<script>document\.currentScript\.replaceWith\([^<]+"src":"([^"]+)"[^<]+<\/script>/, '<file $1>')
      .replaceAll(/\b\d{13}\b/g, '0'),
  }
}
