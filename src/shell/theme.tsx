import { createIsomorphicFn } from '@tanstack/react-start'
import { ThemeProvider as NextThemeProvider, useTheme } from 'next-themes'
import { useState, type ReactNode } from 'react'
import { appConfig } from '#app.config'
import { writeCookie } from '#lib/browser.ts'
import { currentRequest, themeOfAccount } from '#request/request-context.server.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { pageNonce } from './page.ts'

// Two keep the choice: the cookie, for the server, which sends the page in that theme from the first byte on; and
// next-themes in the browser's storage, for all its tabs. Where they differ, the storage counts once the page is alive.

type Theme = (typeof appConfig.themes)[number]

const { name, maxAgeMinutes } = appConfig.themeCookie

/** The page's own colour in each theme, as browsers on phones paint their bars: they may not understand the tokens. */
const LIGHT = '#fbf9fb'
const DARK = '#0f0c0e'

/**
 * The theme that was chosen: on the server as the account has kept it, else as this browser's cookie says, which is given the
 * account's with the page; 'system' for none, and for what is no theme.
 */
const themeOfCookie: () => Theme = createIsomorphicFn()
  .server(() => {
    const { store, cookies } = currentRequest()
    return store.get(themeOfAccount) ?? themeAmong([...cookies].map((pair) => pair.join('=')))
  })
  .client(() => themeAmong(document.cookie.split('; ')))

function themeAmong(cookies: string[]): Theme {
  return appConfig.themes.find((theme) => cookies.includes(`${name}=${theme}`)) ?? 'system'
}

/** The attributes of `<html>` for the chosen theme: from the first byte on, and from then on next-themes sees to them. */
export function useHtmlTheme() {
  const [theme] = useState(themeOfCookie)
  return theme === 'system' ? {} : { className: theme, style: { colorScheme: theme } }
}

/** The theme that is chosen, and how to choose another: for this browser's storage and for the server's first byte. */
export function useChosenTheme() {
  const { theme, setTheme } = useTheme()
  const isHydrated = useIsHydrated()
  return {
    // What is stored here only the browser knows: until the page is alive the cookie counts, which both sides see.
    theme: isHydrated ? (theme ?? 'system') : themeOfCookie(),
    chooseTheme: (chosen: string) => {
      setTheme(chosen)
      writeCookie(name, chosen, maxAgeMinutes * 60)
    },
  }
}

/** Puts the page under the chosen theme, the bars of the browser too. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const nonce = pageNonce()
  // Where the browser's storage is empty or closed, the cookie has the choice.
  const [defaultTheme] = useState(themeOfCookie)
  return (
    <NextThemeProvider
      attribute="class"
      storageKey={appConfig.themeKey}
      themes={[...appConfig.themes]}
      defaultTheme={defaultTheme}
      disableTransitionOnChange
      {...(nonce && { nonce })}
    >
      <ThemeColor />
      {children}
    </NextThemeProvider>
  )
}

function ThemeColor() {
  const { theme } = useChosenTheme()
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={theme === 'dark' ? DARK : LIGHT} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={theme === 'light' ? LIGHT : DARK} />
    </>
  )
}
