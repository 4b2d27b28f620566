import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { isLanguage } from '#i18n/languages.ts'
import { keepPreferences } from './preferences.functions.ts'
import { useChosenTheme } from './theme.tsx'
import { useChangeLanguage } from './use-change-language.ts'

/**
 * Has language and theme follow the person who is signed in: tells the account at once what is chosen here, and shows what
 * the cookies say after each answer of the server and each change of page: they bring what was chosen on another device.
 */
export function AccountPreferences() {
  const { i18n } = useTranslation()
  const { theme, chooseTheme } = useChosenTheme()
  const changeLanguage = useChangeLanguage()
  const router = useRouter()
  const queries = useQueryClient().getQueryCache()
  const shown = `${i18n.language} ${theme}`
  const told = useRef(shown)
  const telling = useRef(Promise.resolve())

  useEffect(() => {
    if (told.current === shown) return undefined
    told.current = shown
    // A moment later the cookies have it too; one after the other, so that the last choice is the one that stays. What does
    // not arrive is told by whatever is asked for next.
    const timer = setTimeout(() => {
      telling.current = telling.current.then(() => keepPreferences()).catch(() => undefined)
    })
    return () => clearTimeout(timer)
  }, [shown])

  useEffect(
    () => {
      const follow = () => {
        const language = cookieOf(appConfig.languageCookie.name)
        const chosen = cookieOf(appConfig.themeCookie.name)
        if (!hasLanguageOfLink() && isLanguage(language) && language !== i18n.language) void changeLanguage(language)
        if (chosen !== undefined && chosen !== theme) chooseTheme(chosen)
      }
      const stopFollowingPages = router.subscribe('onResolved', follow)
      // What a page asks for before it is left for another is answered after that.
      const stopFollowingAnswers = queries.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') follow()
      })
      return () => {
        stopFollowingPages()
        stopFollowingAnswers()
      }
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the other two are functions made anew each time
    [router, queries, i18n, theme],
  )
  return null
}

/** Whether the address asks for a language of its own, as a link may: the page stays in it. */
function hasLanguageOfLink(): boolean {
  return isLanguage(new URLSearchParams(window.location.search).get('lng'))
}

function cookieOf(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
