import { findSession, type Viewer } from '#auth/current-session.server.ts'
import { providersOfFeatures } from '#auth/moments.server.ts'
import { environment } from '#env/environment.server.ts'
import type { Language } from '#i18n/languages.ts'
import { demoState, type DemoState } from '#middleware/demo-gate.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { asTimeZone } from '#lib/time-zone.ts'
import { appConfig } from '#app.config'

/** The settings a browser may know. */
export interface PublicEnvironment {
  name: string | undefined
  emoji: string | undefined
  color: string
  isLocal: boolean
  demoMode: boolean
  signUpEnabled: boolean
  /** The ids of other sites through which people may sign in. */
  providers: string[]
}

export interface AppInit {
  language: Language
  environment: PublicEnvironment
  viewer: Viewer | null
  demo: DemoState | null
  /** By its IANA name: the browser's, once its cookie tells it, for who is signed in; UTC before, and for anybody else. */
  timeZone: string
}

/** Reads what the app starts with, for the request under way. */
export async function readAppInit(): Promise<AppInit> {
  const session = await findSession()
  const { language, cookies } = currentRequest()
  return {
    language,
    environment: publicEnvironment(),
    viewer: session?.viewer ?? null,
    demo: demoState(),
    timeZone: (session && asTimeZone(cookies.get(appConfig.timeZoneCookie.name))) ?? 'UTC',
  }
}

function publicEnvironment(): PublicEnvironment {
  const { name, emoji, color, isLocal, demoMode, signUpEnabled } = environment()
  return { name, emoji, color, isLocal, demoMode, signUpEnabled, providers: Object.keys(providersOfFeatures()) }
}
