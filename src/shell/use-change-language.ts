import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Language } from '#i18n/languages.ts'
import { rememberLanguage } from '#i18n/remember-language.ts'
import { reloadForTexts, ensureShownTextsIn } from '#i18n/require-texts.ts'
import { showFailure } from '#ui/toast.ts'
import { trackPending } from './pending-work.ts'

/** The language that was chosen last; earlier choices that finish loading later are ignored. */
let latestChoice: Language | undefined

/**
 * Changes the language without a reload: fetches the texts of this page, stores the choice, updates the title. If fetching fails,
 * shows a message, or reloads the page if a newer release has removed the files of the texts.
 */
export function useChangeLanguage(): (language: Language) => Promise<void> {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  return async (language) => {
    latestChoice = language
    try {
      await trackPending(ensureShownTextsIn(i18n, language))
    } catch (failure) {
      if (latestChoice !== language) return
      const mayLeave = () => !hasUnsavedInput() || confirmLeaving(t('unsavedChanges'))
      if (reloadForTexts(failure, mayLeave, () => rememberLanguage(language))) return
      return showFailure(t('languageNotChanged'))
    }
    if (latestChoice !== language) return
    // Store the choice before changing the language, so that readers of the cookie already find the new language.
    rememberLanguage(language)
    await i18n.changeLanguage(language)
    await router.invalidate()
  }
}

function confirmLeaving(question: string): boolean {
  // oxlint-disable-next-line no-alert -- a release may also have removed the files of our own dialog
  return window.confirm(question)
}

/** Whether a field of the page has input that a reload would lose. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}
