import { findSession, type Viewer } from '#auth/current-session.server.ts'
import { providerIdsOfFeatures } from '#auth/account-hooks.server.ts'
import { environment } from '#env/environment.server.ts'
import type { Language } from '#i18n/languages.ts'
import { demoState, type DemoState } from '#middleware/demo-gate.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { normalizeTimeZone } from '#lib/time-zone.ts'
import { appConfig } from '#app.config'

/** The settings that are sent to browsers. */
export interface PublicEnvironment {
  name: string | undefined
  emoji: string | undefined
  color: string
  isLocal: boolean
  demoMode: boolean
  signUpEnabled: boolean
  /** The IDs of the other sites with which users can sign in. */
  providers: string[]
}

export interface AppInit {
  language: Language
  environment: PublicEnvironment
  viewer: Viewer | null
  demo: DemoState | null
  /** The IANA name of the browser's time zone, from its cookie; UTC without the cookie and for signed-out visitors. */
  timeZone: string
}

/** Returns the initial data of the app for the current request. */
export async function readAppInit(): Promise<AppInit> {
  const session = await findSession()
  const { language, cookies } = currentRequest()
  return {
    language,
    environment: publicEnvironment(),
    viewer: session?.viewer ?? null,
    demo: demoState(),
    timeZone: (session && normalizeTimeZone(cookies.get(appConfig.timeZoneCookie.name))) ?? 'UTC',
  }
}

function publicEnvironment(): PublicEnvironment {
  const { name, emoji, color, isLocal, demoMode, signUpEnabled } = environment()
  return { name, emoji, color, isLocal, demoMode, signUpEnabled, providers: providerIdsOfFeatures() }
}
