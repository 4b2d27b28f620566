import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Language } from '#i18n/languages.ts'
import { rememberLanguage } from '#i18n/remember-language.ts'

/** Changes the language without a reload: fetches the texts this page shows, remembers the choice, renews the title. */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const { i18n } = useTranslation()
  const router = useRouter()
  return async (language) => {
    await i18n.changeLanguage(language)
    rememberLanguage(language)
    await router.invalidate()
  }
}
