import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { isLanguage } from '#i18n/languages.ts'
import { savePreferences } from './preferences.functions.ts'
import { readCookie } from './read-cookie.ts'
import { useChosenTheme } from './theme.tsx'
import { useChangeLanguage } from './use-change-language.ts'

/**
 * Synchronizes language and theme with the signed-in account. Saves a choice made here at once. After each query and navigation,
 * applies choices made on other devices, which the server puts into the cookies.
 */
export function AccountPreferences() {
  const { i18n } = useTranslation()
  const { theme, chooseTheme } = useChosenTheme()
  const changeLanguage = useChangeLanguage()
  const router = useRouter()
  const queries = useQueryClient().getQueryCache()
  const shown = `${i18n.language} ${theme}`
  const saved = useRef(shown)
  const saving = useRef(Promise.resolve())

  useEffect(() => {
    if (saved.current === shown) return undefined
    saved.current = shown
    // Wait until the cookies contain the choice. Calls run one after the other, so that the last choice wins. If a call fails,
    // the next request saves the choice.
    const timer = setTimeout(() => {
      saving.current = saving.current.then(() => savePreferences()).catch(() => undefined)
    })
    return () => clearTimeout(timer)
  }, [shown])

  useEffect(
    () => {
      const follow = () => {
        const language = readCookie(appConfig.languageCookie.name)
        const chosen = readCookie(appConfig.themeCookie.name)
        if (!hasLanguageOfLink() && isLanguage(language) && language !== i18n.language) void changeLanguage(language)
        if (chosen !== undefined && chosen !== theme) chooseTheme(chosen)
      }
      const stopFollowingPages = router.subscribe('onResolved', follow)
      // Navigations are not enough, because the response to a query of the previous page can arrive after the navigation.
      const stopFollowingAnswers = queries.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') follow()
      })
      return () => {
        stopFollowingPages()
        stopFollowingAnswers()
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the other two are functions that each render recreates
    [router, queries, i18n, theme],
  )
  return null
}

/** Whether the URL sets a language, as a link can. The page then keeps that language. */
function hasLanguageOfLink(): boolean {
  return isLanguage(new URLSearchParams(window.location.search).get('lng'))
}
