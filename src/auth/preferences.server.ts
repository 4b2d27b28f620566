import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { isDemoReadOnly } from '#db/sandbox.ts'
import { user } from '#db/schema.ts'
import { cookieLine } from '#env/cookie-name.server.ts'
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
interface AccountPreferencesRow {
  id: string
  chosenLanguage: string | null
  chosenTheme: string | null
}

const { languages, languageCookie, themes, themeCookie, agreedCookie } = appConfig

/** Returns the Set-Cookie line that stores a preference in this browser; scripts can also read and write the cookie. */
export function preferenceCookieLine(
  { name, maxAgeMinutes }: { name: string; maxAgeMinutes: number },
  value: string,
): string {
  return cookieLine(name, value, maxAgeMinutes * 60, { isForScripts: true })
}

/**
 * Synchronizes the preferences of a browser and the signed-in account. A choice in this browser since the last synchronization
 * is saved in the account; otherwise the account's value applies, from this request on. An account without a value is given
 * the browser's value. The language in a URL applies only to that page.
 */
export async function synchronizePreferences(db: Database, request: RequestContext, account: AccountPreferencesRow) {
  // Visitors of a demo share its accounts, which must not change.
  if (isDemoReadOnly()) return
  dropLanguageCookies(request)
  const here = browserPreferences(request)
  const kept = { language: parseLanguage(account.chosenLanguage), theme: parseTheme(account.chosenTheme) }
  const agreed = lastSynchronizedPreferences(request, account.id)
  const merged = {
    language: mergePreference(here.language, kept.language, agreed?.language),
    theme: mergePreference(here.theme, kept.theme, agreed?.theme),
  }
  if (!areSamePreferences(merged, kept) && !(await trySavePreferences(db, account.id, merged))) return
  applyToRequest(request, merged, here)
  storeSynchronized(request, account.id, merged)
}

/** Stores the synchronized preferences in the browser. */
function storeSynchronized({ cookies, setCookies }: RequestContext, userId: string, agreed: Preferences) {
  const agreement = `${userId.slice(0, 8)}.${agreed.language ?? ''}.${agreed.theme ?? ''}`
  if (cookies.get(agreedCookie.name) !== agreement && !areSamePreferences(agreed, NO_PREFERENCES))
    setCookies.push(cookieLine(agreedCookie.name, agreement, agreedCookie.maxAgeMinutes * 60))
}

const NO_PREFERENCES: Preferences = { language: undefined, theme: undefined }

/** Returns the value to use. @param agreed the last synchronized value; undefined if never synchronized or chosen */
function mergePreference<Value>(
  here: Value | undefined,
  kept: Value | undefined,
  agreed: Value | undefined,
): Value | undefined {
  if (kept === undefined) return here
  const isChosenSince = here !== undefined && agreed !== undefined && here !== agreed
  return isChosenSince ? here : kept
}

function browserPreferences({ cookies }: RequestContext): Preferences {
  return {
    language: parseLanguage(cookies.get(languageCookie.name)),
    theme: parseTheme(cookies.get(themeCookie.name)),
  }
}

/** Returns the language in the URL, which applies only to its page and is not saved in the account. */
function languageOfUrl({ url }: RequestContext): Language | undefined {
  return parseLanguage(url.searchParams.get('lng'))
}

/** Stores the language of a link in a signed-out browser. A later sign-in does not save this language to the account. */
export function storeLanguageOfLink(request: RequestContext): void {
  const wish = languageOfUrl(request)
  if (wish === undefined) return
  const { cookies, setCookies } = request
  setCookies.push(preferenceCookieLine(languageCookie, wish))
  const [ownerId = '', , theme] = (cookies.get(agreedCookie.name) ?? '').split('.')
  if (ownerId !== '') storeSynchronized(request, ownerId, { language: wish, theme: parseTheme(theme) })
}

/** Removes the language of a link from the cookies of a signed-in browser. */
function dropLanguageCookies({ setCookies }: RequestContext) {
  const isWished = (line: string) => [languageCookie, agreedCookie].some(({ name }) => line.startsWith(`${name}=`))
  const others = setCookies.filter((line) => !isWished(line))
  setCookies.splice(0, setCookies.length, ...others)
}

function lastSynchronizedPreferences({ cookies }: RequestContext, userId: string): Preferences | undefined {
  const [ownerId, language, theme] = (cookies.get(agreedCookie.name) ?? '').split('.')
  if (ownerId !== userId.slice(0, 8)) return undefined
  return { language: parseLanguage(language), theme: parseTheme(theme) }
}

/** Saves preferences to the account. Mails then use the language. @returns whether this worked; the next request retries it */
async function trySavePreferences(db: Database, id: string, { language, theme }: Preferences): Promise<boolean> {
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
function applyToRequest(request: RequestContext, { language, theme }: Preferences, here: Preferences) {
  if (language !== undefined) request.language = languageOfUrl(request) ?? language
  if (language !== undefined && language !== here.language)
    request.setCookies.push(preferenceCookieLine(languageCookie, language))
  if (theme === undefined) return
  request.store.set(themeOfAccount, theme)
  if (theme !== here.theme) request.setCookies.push(preferenceCookieLine(themeCookie, theme))
}

function areSamePreferences(one: Preferences, other: Preferences): boolean {
  return one.language === other.language && one.theme === other.theme
}

function parseLanguage(text: string | null | undefined): Language | undefined {
  return languages.find((language) => language === text)
}

function parseTheme(text: string | null | undefined): Theme | undefined {
  return themes.find((theme) => theme === text)
}
