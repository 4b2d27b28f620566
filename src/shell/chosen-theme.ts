import { createIsomorphicFn } from '@tanstack/react-start'
import { appConfig } from '#app.config'
import { currentRequest } from '#request/request-context.server.ts'
import { writeCookie } from '#lib/write-cookie.ts'

export type Theme = (typeof appConfig.themes)[number]

const { name, maxAgeMinutes } = appConfig.themeCookie

/** The theme that this browser has chosen, as its cookie says; 'system' for none, and for what is no theme. */
export const chosenTheme: () => Theme = createIsomorphicFn()
  .server(() => themeAmong([...currentRequest().cookies].map((pair) => pair.join('='))))
  .client(() => themeAmong(document.cookie.split('; ')))

/** Keeps the choice for the server, which then sends the page in that theme from the first byte on. */
export function rememberTheme(theme: string): void {
  writeCookie(name, theme, maxAgeMinutes * 60)
}

function themeAmong(cookies: string[]): Theme {
  return appConfig.themes.find((theme) => cookies.includes(`${name}=${theme}`)) ?? 'system'
}
