import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Tells screen readers the title of a page that was navigated to, whose heading gets the focus, and a new language. */
export function Announcer() {
  const router = useRouter()
  const { i18n } = useTranslation()
  const [news, setNews] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        setNews(document.title)
        // A page that puts the focus into its own field knows better.
        if (document.activeElement?.matches('input, textarea, select')) return
        const heading = document.querySelector<HTMLElement>('main h1')
        heading?.setAttribute('tabindex', '-1')
        heading?.focus({ preventScroll: true })
      }),
    [router],
  )

  useEffect(() => {
    const tellLanguage = () => setNews(i18n.t('languageChanged'))
    i18n.on('languageChanged', tellLanguage)
    return () => i18n.off('languageChanged', tellLanguage)
  }, [i18n])

  return (
    <p aria-live="assertive" className="sr-only">
      {news}
    </p>
  )
}
