import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import type * as environmentModule from '#env/environment.server.ts'
import { hasLanguages } from '#lib/test-languages.ts'
import { requestOfNewBrowser } from '#request/test-request.server.ts'
import { themeOfAccountKey, type RequestContext } from '#request/request-context.server.ts'
import { synchronizePreferences, storeLanguageOfLink } from './preferences.server.ts'

const settings = vi.hoisted(() => ({ demoMode: false }))
vi.mock('#env/environment.server.ts', async (original) => {
  const actual = await original<typeof environmentModule>()
  return { ...actual, environment: () => ({ ...actual.environment(), ...settings }) }
})

const { languageCookie, themeCookie, agreedCookie } = appConfig

/** Whether the app has the languages that the devices of these tests choose. */
const HAS_ALL = hasLanguages('fr', 'ar', 'sw')

test.runIf(HAS_ALL)(
  'language and theme are synchronized between devices, and the newer choice wins',
  rolledBack(async (db) => {
    const ada = await addUser(db)
    const [laptop, phone] = [browserOfDevice(db), browserOfDevice(db)]
    laptop.choose({ lng: 'ar', theme: 'dark' })
    await laptop.visit(ada)
    expect(await rowOf(db, ada)).toEqual({ chosenLanguage: 'ar', chosenTheme: 'dark', language: 'ar' })
    expect(await phone.visit(ada)).toEqual({ language: 'ar', theme: 'dark' })
    expect(phone.cookies).toMatchObject({ lng: 'ar', theme: 'dark' })

    phone.choose({ lng: 'fr' })
    expect(await phone.visit(ada)).toEqual({ language: 'fr', theme: 'dark' })
    laptop.choose({ theme: 'light' })
    expect(await laptop.visit(ada)).toEqual({ language: 'fr', theme: 'light' })
    expect(await phone.visit(ada)).toEqual({ language: 'fr', theme: 'light' })
    expect(await rowOf(db, ada)).toEqual({ chosenLanguage: 'fr', chosenTheme: 'light', language: 'fr' })

    phone.choose({ theme: 'system' })
    await phone.visit(ada)
    expect(await laptop.visit(ada)).toEqual({ language: 'fr', theme: 'system' })
  }),
)

test.runIf(HAS_ALL)(
  'a device gets no cookies for unchanged preferences, or for an account without any',
  rolledBack(async (db) => {
    const ada = await addUser(db)
    const laptop = browserOfDevice(db)
    expect(await laptop.visit(ada)).toEqual({ language: 'en', theme: undefined })
    expect(laptop.cookies).toEqual({})
    laptop.choose({ lng: 'sw' })
    await laptop.visit(ada)
    expect(laptop.given()).toEqual([agreedCookie.name])
    await laptop.visit(ada)
    expect(laptop.given()).toEqual([])
  }),
)

test.runIf(HAS_ALL)(
  'a preference that a device remembers for one user is not saved for the next user who signs in on it',
  rolledBack(async (db) => {
    const [ada, eve] = [await addUser(db), await addUser(db)]
    const [shared, eves] = [browserOfDevice(db), browserOfDevice(db)]
    eves.choose({ lng: 'sw', theme: 'light' })
    await eves.visit(eve)
    shared.choose({ lng: 'ar', theme: 'dark' })
    await shared.visit(ada)
    // Choose French while no user is signed in.
    shared.choose({ lng: 'fr' })
    expect(await shared.visit(eve)).toEqual({ language: 'sw', theme: 'light' })
    expect(await rowOf(db, ada)).toMatchObject({ chosenLanguage: 'ar', chosenTheme: 'dark' })
  }),
)

test.runIf(HAS_ALL)(
  'an unknown language or theme is ignored, in cookies and in the account',
  rolledBack(async (db) => {
    const ada = await addUser(db, { chosenLanguage: 'tlh', chosenTheme: 'plaid' })
    const laptop = browserOfDevice(db)
    laptop.choose({ lng: '"><script>', theme: '__proto__' })
    expect(await laptop.visit(ada)).toEqual({ language: 'en', theme: undefined })
    laptop.choose({ lng: 'fr', theme: 'dark', agreed: `${ada.slice(0, 8)}.xx.${'y'.repeat(3_000)}.z` })
    expect(await laptop.visit(ada)).toEqual({ language: 'fr', theme: 'dark' })
  }),
)

test.runIf(HAS_ALL)(
  'in demo mode, preferences of a visitor are neither stored nor shown to other visitors',
  rolledBack(async (db) => {
    settings.demoMode = true
    try {
      const shared = await addUser(db, { chosenLanguage: 'ar' })
      const laptop = browserOfDevice(db)
      laptop.choose({ theme: 'dark' })
      expect(await laptop.visit(shared)).toEqual({ language: 'en', theme: undefined })
      expect(await rowOf(db, shared)).toMatchObject({ chosenLanguage: 'ar', chosenTheme: null })
    } finally {
      settings.demoMode = false
    }
  }),
)

test.runIf(HAS_ALL).each(['none', 'same-origin', 'cross-site'])(
  'the language of a link applies only to its page for a signed-in user, whatever site it came from: %s',
  (site) =>
    rolledBack(async (db) => {
      const chosen = await addUser(db, { chosenLanguage: 'en' })
      const laptop = browserOfDevice(db)
      expect((await laptop.visit(chosen, { lng: 'ar', site })).language).toBe('ar')
      expect((await laptop.visit(chosen)).language).toBe('en')
      // This user has never chosen a language.
      const ada = await addUser(db)
      expect((await browserOfDevice(db).visit(ada, { lng: 'ar', site })).language).toBe('ar')
      expect(await rowOf(db, chosen)).toMatchObject({ chosenLanguage: 'en' })
      expect(await rowOf(db, ada)).toMatchObject({ chosenLanguage: null })
    })(),
)

test.runIf(HAS_ALL)(
  'the language of a link that was opened while signed out is not saved for an account that this browser knows',
  rolledBack(async (db) => {
    const ada = await addUser(db, { chosenLanguage: 'fr' })
    const laptop = browserOfDevice(db)
    await laptop.visit(ada)
    laptop.follow('ar')
    expect(laptop.cookies).toMatchObject({ lng: 'ar' })
    expect((await laptop.visit(ada)).language).toBe('fr')
    expect(await rowOf(db, ada)).toMatchObject({ chosenLanguage: 'fr' })
  }),
)

/** Simulates a browser. Choices are stored in its cookies, and responses can change the cookies. */
function browserOfDevice(db: Database) {
  const cookies: Record<string, string> = {}
  let given: string[] = []
  const requestOf = ({ lng = '', site = 'same-origin' } = {}) => {
    const request = {
      ...requestOfNewBrowser(),
      url: new URL(`http://localhost/?lng=${lng}`),
      headers: new Headers({ 'sec-fetch-site': site }),
      cookies: new Map(Object.entries(cookies)),
    }
    request.language = appConfig.languages.find((language) => language === lng) ?? request.language
    storeLanguageOfLink(request)
    return request
  }
  const take = ({ setCookies }: RequestContext) => {
    const pairs = setCookies.map((line) => (line.split(';')[0] ?? '').split('='))
    given = pairs.map(([name = '']) => name)
    for (const [name = '', value = ''] of pairs) cookies[name] = value
  }
  return {
    cookies,
    given: () => given,
    choose: (chosen: Partial<Record<'lng' | 'theme' | 'agreed', string>>) => Object.assign(cookies, chosen),
    /** Opens a link while signed out. */
    follow: (lng: string) => take(requestOf({ lng })),
    async visit(userId: string, link: { lng?: string; site?: string } = {}) {
      const request = requestOf(link)
      await synchronizePreferences(db, request, { id: userId, ...(await rowOf(db, userId)) })
      take(request)
      return { language: request.language, theme: request.store.get(themeOfAccountKey) }
    },
  }
}

async function addUser(db: Database, chosen: Partial<typeof user.$inferInsert> = {}): Promise<string> {
  const email = `${crypto.randomUUID()}@preferences.example`
  const [made] = await db
    .insert(user)
    .values({ email, ...chosen })
    .returning({ id: user.id })
  return made?.id ?? ''
}

async function rowOf(db: Database, id: string) {
  const { chosenLanguage, chosenTheme, language } = user
  const [row] = await db.select({ chosenLanguage, chosenTheme, language }).from(user).where(eq(user.id, id))
  return row ?? { chosenLanguage: null, chosenTheme: null, language: null }
}

test.runIf(HAS_ALL)('the cookie names in this file are those of the product', () => {
  expect([languageCookie.name, themeCookie.name, agreedCookie.name]).toEqual(['lng', 'theme', 'agreed'])
})
