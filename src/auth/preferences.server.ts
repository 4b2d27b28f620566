import { eq } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { isDemoReadOnly } from '#db/sandbox.ts'
import { user } from '#db/schema.ts'
import { setCookieHeader } from '#env/cookie-name.server.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { themeOfAccountKey, type RequestContext } from '#request/request-context.server.ts'

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

/** Returns the Set-Cookie header that stores a preference in this browser; scripts can also read and write the cookie. */
export function preferenceCookieHeader(
  { name, maxAgeMinutes }: { name: string; maxAgeMinutes: number },
  value: string,
): string {
  return setCookieHeader(name, value, maxAgeMinutes * 60, { isForScripts: true })
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
  const here = parsePreferences(request.cookies.get(languageCookie.name), request.cookies.get(themeCookie.name))
  const kept = parsePreferences(account.chosenLanguage, account.chosenTheme)
  const { owner, ...others } = agreementIn(request)
  const agreed = owner === account.id.slice(0, 8) ? others : NO_PREFERENCES
  const merged = {
    language: mergePreference(here.language, kept.language, agreed.language),
    theme: mergePreference(here.theme, kept.theme, agreed.theme),
  }
  if (!areSamePreferences(merged, kept) && !(await trySavePreferences(db, account.id, merged))) return
  applyToRequest(request, merged, here)
  storeSynchronized(request, account.id, merged)
}

/** Stores the synchronized preferences in the browser. */
function storeSynchronized({ cookies, setCookies }: RequestContext, userId: string, agreed: Preferences) {
  const agreement = `${userId.slice(0, 8)}.${agreed.language ?? ''}.${agreed.theme ?? ''}`
  if (cookies.get(agreedCookie.name) !== agreement && !areSamePreferences(agreed, NO_PREFERENCES))
    setCookies.push(setCookieHeader(agreedCookie.name, agreement, agreedCookie.maxAgeMinutes * 60))
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

/** Returns the language in the URL, which applies only to its page and is not saved in the account. */
function languageOfUrl({ url }: RequestContext): Language | undefined {
  return parsePreferences(url.searchParams.get('lng'), null).language
}

/** Stores the language of a link in a signed-out browser. A later sign-in does not save this language to the account. */
export function storeLanguageOfLink(request: RequestContext): void {
  const wish = languageOfUrl(request)
  if (wish === undefined) return
  request.setCookies.push(preferenceCookieHeader(languageCookie, wish))
  const { owner, theme } = agreementIn(request)
  if (owner !== '') storeSynchronized(request, owner, { language: wish, theme })
}

/** Removes the cookies with the language of a link from the response to a signed-in browser. */
function dropLanguageCookies({ setCookies }: RequestContext) {
  const isWished = (line: string) => [languageCookie, agreedCookie].some(({ name }) => line.startsWith(`${name}=`))
  const others = setCookies.filter((line) => !isWished(line))
  setCookies.splice(0, setCookies.length, ...others)
}

/** Returns the last synchronized preferences of this browser, with the beginning of their owner's ID; empty before the first. */
function agreementIn({ cookies }: RequestContext): Preferences & { owner: string } {
  const [owner = '', language, theme] = (cookies.get(agreedCookie.name) ?? '').split('.')
  return { owner, ...parsePreferences(language, theme) }
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
      'could not save language and theme to the account; the next request retries',
    )
    return false
  }
}

/** Applies preferences to this request and stores them in the browser. */
function applyToRequest(request: RequestContext, { language, theme }: Preferences, here: Preferences) {
  if (language !== undefined) request.language = languageOfUrl(request) ?? language
  if (language !== undefined && language !== here.language)
    request.setCookies.push(preferenceCookieHeader(languageCookie, language))
  if (theme === undefined) return
  request.store.set(themeOfAccountKey, theme)
  if (theme !== here.theme) request.setCookies.push(preferenceCookieHeader(themeCookie, theme))
}

function areSamePreferences(one: Preferences, other: Preferences): boolean {
  return one.language === other.language && one.theme === other.theme
}

/** Returns the preferences that these texts name; undefined for unknown texts. */
function parsePreferences(language: string | null | undefined, theme: string | null | undefined): Preferences {
  return { language: languages.find((known) => known === language), theme: themes.find((known) => known === theme) }
}
