import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { isReadOnly } from '#db/sandbox.ts'
import { user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { themeOfAccount, type RequestContext } from '#request/request-context.server.ts'

type Language = (typeof appConfig.languages)[number]
type Theme = (typeof appConfig.themes)[number]

/** A user's preferences; undefined if not chosen. */
interface Preferences {
  language: Language | undefined
  theme: Theme | undefined
}

/** The preferences in a user's row, not validated. */
interface OwnPreferences {
  id: string
  chosenLanguage: string | null
  chosenTheme: string | null
}

const { languages, languageCookie, themes, themeCookie, agreedCookie } = appConfig

/** Returns the Set-Cookie line that stores a preference in this browser; scripts can also read and write the cookie. */
export function preferenceCookie(
  { name, maxAgeMinutes }: { name: string; maxAgeMinutes: number },
  value: string,
): string {
  const secure = environment().isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeMinutes * 60}; SameSite=Lax${secure}`
}

/**
 * Synchronizes the preferences of a browser and the signed-in account. A choice in this browser since the last synchronization
 * is saved in the account; otherwise the account's value applies, from this request on. An account without a value is given
 * the browser's value. The language in a URL applies only to that page.
 */
export async function followPreferences(db: Database, request: RequestContext, account: OwnPreferences) {
  // Visitors of a demo share its accounts, which must not change.
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

/** Stores the synchronized preferences in the browser. */
function agree({ cookies, setCookies }: RequestContext, personId: string, agreed: Preferences) {
  const agreement = `${personId.slice(0, 8)}.${agreed.language ?? ''}.${agreed.theme ?? ''}`
  if (cookies.get(agreedCookie.name) !== agreement && !isSame(agreed, NONE))
    setCookies.push(`${preferenceCookie(agreedCookie, agreement)}; HttpOnly`)
}

const NONE: Preferences = { language: undefined, theme: undefined }

/** Returns the value to use. @param agreed the last synchronized value; undefined if never synchronized or chosen */
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

/** Returns the language in the URL, which applies only to its page and is not saved in the account. */
function wishOf({ url }: RequestContext): Language | undefined {
  return languageIn(url.searchParams.get('lng'))
}

/** Stores the language of a link in a signed-out browser, without counting as a choice for an account. */
export function keepLanguageOfLink(request: RequestContext): void {
  const wish = wishOf(request)
  if (wish === undefined) return
  const { cookies, setCookies } = request
  setCookies.push(preferenceCookie(languageCookie, wish))
  const [person = '', , theme] = (cookies.get(agreedCookie.name) ?? '').split('.')
  if (person !== '') agree(request, person, { language: wish, theme: themeIn(theme) })
}

/** Removes the language of a link from the cookies of a signed-in browser. */
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

/** Saves preferences in the account, also for mails. @returns whether this worked; the next request retries a failure */
async function keep(db: Database, id: string, { language, theme }: Preferences): Promise<boolean> {
  try {
    await db
      .update(user)
      .set({ chosenLanguage: language ?? null, chosenTheme: theme ?? null, ...(language && { language }) })
      .where(eq(user.id, id))
    return true
  } catch (error) {
    log.warn(
      { event: 'preferences.save_failed', name: nameOfError(error) },
      'could not save language and theme to the account',
    )
    return false
  }
}

/** Applies preferences to this request and stores them in the browser. */
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
