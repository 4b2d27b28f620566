import { useHydrated } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { ThemeProvider as NextThemeProvider, useTheme } from 'next-themes'
import { useState, type ReactNode } from 'react'
import { appConfig } from '#app.config'
import { writeCookie } from '#lib/browser.ts'
import { currentRequest, themeOfAccountKey } from '#request/request-context.server.ts'
import { pageNonce } from './page.ts'
import { readCookie } from './read-cookie.ts'

// The choice is stored twice: in a cookie, so that the server sends the page in that theme from the first byte on, and by
// next-themes in the browser's storage, which all tabs share. If they differ, the storage counts after hydration.

type Theme = (typeof appConfig.themes)[number]

const { name, maxAgeMinutes } = appConfig.themeCookie

/** The page's color in each theme. It colors the bars of phone browsers, which might not understand the tokens. */
const LIGHT_COLOR = '#fbf9fb'
const DARK_COLOR = '#0f0c0e'

/**
 * Returns the chosen theme: on the server that of the account, if the visitor is signed in, otherwise that of this browser's
 * cookie, which the page has set to the account's theme; 'system' for a missing or unknown theme.
 */
function themeOfCookie(): Theme {
  const chosen = themeFromAccount() ?? readCookie(name)
  return appConfig.themes.find((theme) => theme === chosen) ?? 'system'
}

const themeFromAccount: () => string | undefined = createIsomorphicFn()
  .server(() => currentRequest().store.get(themeOfAccountKey))
  .client(() => undefined)

/** Returns the initial attributes of `<html>` for the chosen theme; next-themes updates them later. */
export function useThemeAttributes() {
  const [theme] = useState(themeOfCookie)
  return theme === 'system' ? {} : { className: theme, style: { colorScheme: theme } }
}

/** Returns the chosen theme, and a function that stores another one in this browser's storage and in the server's cookie. */
export function useChosenTheme() {
  const { theme, setTheme } = useTheme()
  const isHydrated = useHydrated()
  return {
    // Only the browser can read its storage. Until hydration the cookie counts, because the server can read it too.
    theme: isHydrated ? (theme ?? 'system') : themeOfCookie(),
    chooseTheme: (chosen: string) => {
      setTheme(chosen)
      writeCookie(name, chosen, maxAgeMinutes * 60)
    },
  }
}

/** Applies the chosen theme to the page and to the bars of the browser. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const nonce = pageNonce()
  // The theme of the cookie counts if the browser's storage is empty or blocked.
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
      <meta
        name="theme-color"
        media="(prefers-color-scheme: light)"
        content={theme === 'dark' ? DARK_COLOR : LIGHT_COLOR}
      />
      <meta
        name="theme-color"
        media="(prefers-color-scheme: dark)"
        content={theme === 'light' ? LIGHT_COLOR : DARK_COLOR}
      />
    </>
  )
}
