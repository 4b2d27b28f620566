import { appConfig } from '#app.config'
import { environment } from './environment.server.ts'

/** Returns the prefix of the app's cookies. With HTTPS, it begins with `__Host-`, so that no sibling domain can set them. */
export function cookiePrefix(): string {
  return `${environment().isHttps ? '__Host-' : ''}${appConfig.slug}`
}

/** Returns the name of one of the app's cookies, with the prefix. */
export function cookieNameOf(name: string): string {
  return `${cookiePrefix()}.${name}`
}
