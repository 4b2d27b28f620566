import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { hasStoredLanguage } from '#i18n/remember-language.ts'
import { useChangeLanguage } from './use-change-language.ts'

/** Changes once after hydration to the language in this browser's storage, if the server's cookie is missing. */
export function useDetectedLanguage(): void {
  const { i18n } = useTranslation()
  const changeLanguage = useChangeLanguage()
  useEffect(() => {
    if (document.cookie.includes(`${appConfig.languageCookie.name}=`) || !hasStoredLanguage()) return
    void import('#i18n/detect-language.ts').then(({ detectLanguage }) => {
      const detected = detectLanguage()
      return detected && detected !== i18n.language ? changeLanguage(detected) : undefined
    })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page load
  }, [])
}
