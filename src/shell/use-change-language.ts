import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Language } from '#i18n/languages.ts'
import { rememberLanguage } from '#i18n/remember-language.ts'
import { reloadForTexts, requireShownTextsIn } from '#i18n/require-texts.ts'
import { showFailure } from '#ui/toast.ts'
import { showWork } from './work-under-way.ts'

/** The language that was chosen last: one that comes late is not changed to. */
let wanted: Language | undefined

/**
 * Changes the language without a reload: fetches the texts this page shows, remembers the choice, renews the title. Where
 * the texts cannot be had, the page stays as it is and says so.
 */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  return async (language) => {
    wanted = language
    try {
      await showWork(requireShownTextsIn(i18n, language))
    } catch (failure) {
      if (wanted !== language) return
      if (reloadForTexts(failure, () => !hasTyped() || leavesAllTheSame(t('unsavedChanges'))))
        return rememberLanguage(language)
      return showFailure(t('languageNotChanged'))
    }
    if (wanted !== language) return
    // First: who looks at the cookie meanwhile shall find what is coming.
    rememberLanguage(language)
    await i18n.changeLanguage(language)
    await router.invalidate()
  }
}

function leavesAllTheSame(question: string): boolean {
  // oxlint-disable-next-line no-alert -- after a release the parts of a dialog of ours may be gone as well
  return window.confirm(question)
}

/** Whether a field of the page holds what would be lost with it. */
function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}
