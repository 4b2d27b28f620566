import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { isReadOnly } from '#db/sandbox.ts'
import { user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { themeOfAccount, type RequestContext } from '#request/request-context.server.ts'

type Language = (typeof appConfig.languages)[number]
type Theme = (typeof appConfig.themes)[number]

/** What somebody prefers: undefined where they have not chosen. */
interface Preferences {
  language: Language | undefined
  theme: Theme | undefined
}

/** The preferences in the row of a person, any text. */
interface OwnPreferences {
  id: string
  chosenLanguage: string | null
  chosenTheme: string | null
}

const { languages, languageCookie, themes, themeCookie, agreedCookie } = appConfig

/** The Set-Cookie line that keeps a preference in this browser; scripts may read and write it too. */
export function preferenceCookie(
  { name, maxAgeMinutes }: { name: string; maxAgeMinutes: number },
  value: string,
): string {
  const secure = environment().isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeMinutes * 60}; SameSite=Lax${secure}`
}

/**
 * Brings the preferences of a browser and of the account that is signed in on it together. What was chosen on this browser
 * since they last agreed is kept with the account; anything else is as the account has it, from this request on. What an
 * account does not have yet it takes from the first browser that has it. A link's language is for its page alone.
 */
export async function followPreferences(db: Database, request: RequestContext, account: OwnPreferences) {
  // People share the accounts of a demo, and nothing in one may change.
  if (isReadOnly()) return
  dropWish(request)
  const here = preferencesHere(request)
  const kept = { language: languageIn(account.chosenLanguage), theme: themeIn(account.chosenTheme) }
  const agreed = lastAgreed(request, account.id)
  const merged = {
    language: merge(here.language, kept.language, agreed?.language),
    theme: merge(here.theme, kept.theme, agreed?.theme),
  }
  if (!isSame(merged, kept) && !(await keep(db, account.id, merged))) return
  show(request, merged, here)
  agree(request, account.id, merged)
}

/** Has the browser keep what it and an account have agreed on. */
function agree({ cookies, setCookies }: RequestContext, personId: string, agreed: Preferences) {
  const agreement = `${personId.slice(0, 8)}.${agreed.language ?? ''}.${agreed.theme ?? ''}`
  if (cookies.get(agreedCookie.name) !== agreement && !isSame(agreed, NONE))
    setCookies.push(`${preferenceCookie(agreedCookie, agreement)}; HttpOnly`)
}

const NONE: Preferences = { language: undefined, theme: undefined }

/** @param agreed undefined where this browser has not met the account, or for what it had not chosen then */
function merge<Value>(here: Value | undefined, kept: Value | undefined, agreed: Value | undefined): Value | undefined {
  if (kept === undefined) return here
  const isChosenSince = here !== undefined && agreed !== undefined && here !== agreed
  return isChosenSince ? here : kept
}

function preferencesHere({ cookies }: RequestContext): Preferences {
  return {
    language: languageIn(cookies.get(languageCookie.name)),
    theme: themeIn(cookies.get(themeCookie.name)),
  }
}

/** The language that the address asks for: a link's, so it is for this page, and nobody's choice. */
function wishOf({ url }: RequestContext): Language | undefined {
  return languageIn(url.searchParams.get('lng'))
}

/** Has a browser in which nobody is signed in keep the language that a link asks for. For an account it is no choice. */
export function keepWish(request: RequestContext): void {
  const wish = wishOf(request)
  if (wish === undefined) return
  const { cookies, setCookies } = request
  setCookies.push(preferenceCookie(languageCookie, wish))
  const [person = '', , theme] = (cookies.get(agreedCookie.name) ?? '').split('.')
  if (person !== '') agree(request, person, { language: wish, theme: themeIn(theme) })
}

/** Has the browser of an account keep nothing that a link asked for. */
function dropWish({ setCookies }: RequestContext) {
  const isWished = (line: string) => [languageCookie, agreedCookie].some(({ name }) => line.startsWith(`${name}=`))
  const others = setCookies.filter((line) => !isWished(line))
  setCookies.splice(0, setCookies.length, ...others)
}

function lastAgreed({ cookies }: RequestContext, personId: string): Preferences | undefined {
  const [person, language, theme] = (cookies.get(agreedCookie.name) ?? '').split('.')
  if (person !== personId.slice(0, 8)) return undefined
  return { language: languageIn(language), theme: themeIn(theme) }
}

/** Mail follows at once. @returns whether it could be written down; what could not is tried again by the next request */
async function keep(db: Database, id: string, { language, theme }: Preferences): Promise<boolean> {
  try {
    await db
      .update(user)
      .set({ chosenLanguage: language ?? null, chosenTheme: theme ?? null, ...(language && { language }) })
      .where(eq(user.id, id))
    return true
  } catch (error) {
    log.warn({ event: 'preferences.not_kept', name: error instanceof Error ? error.name : 'unknown' })
    return false
  }
}

/** Has this request answered as preferred, and the browser keep it. */
function show(request: RequestContext, { language, theme }: Preferences, here: Preferences) {
  if (language !== undefined) request.language = wishOf(request) ?? language
  if (language !== undefined && language !== here.language)
    request.setCookies.push(preferenceCookie(languageCookie, language))
  if (theme === undefined) return
  request.store.set(themeOfAccount, theme)
  if (theme !== here.theme) request.setCookies.push(preferenceCookie(themeCookie, theme))
}

function isSame(one: Preferences, other: Preferences): boolean {
  return one.language === other.language && one.theme === other.theme
}

function languageIn(text: string | null | undefined): Language | undefined {
  return languages.find((language) => language === text)
}

function themeIn(text: string | null | undefined): Theme | undefined {
  return themes.find((theme) => theme === text)
}
