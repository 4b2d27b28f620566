import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Announces a new page's title and a changed language to screen readers, and focuses the heading of the new page. */
export function Announcer() {
  const router = useRouter()
  const { i18n } = useTranslation()
  const [news, setNews] = useState('')

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        setNews(document.title)
        // Keeps the focus in a field that the page has focused itself.
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
