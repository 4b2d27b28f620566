import { appConfig } from '#app.config'
import { environment } from './environment.server.ts'

/** Returns the prefix of the app's cookies: on https one that only this exact host can set, not its sibling domains. */
export function cookiePrefix(): string {
  return `${environment().isHttps ? '__Host-' : ''}${appConfig.slug}`
}

/** Returns the whole name of a cookie of the app. */
export function cookieNameOf(name: string): string {
  return `${cookiePrefix()}.${name}`
}
