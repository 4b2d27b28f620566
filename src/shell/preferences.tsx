import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_CHOICES, isLanguage } from '#i18n/languages.ts'
import { LanguageIcon, ThemeIcon } from '#ui/icons.tsx'
import { CompactSelect, SelectField } from '#ui/select-field.tsx'
import { useChangeLanguage } from './use-change-language.ts'
import { useChosenTheme } from './theme.tsx'

interface PreferenceProps {
  /** Whether the select is a labeled field of a form, instead of an unobtrusive select in a corner. */
  isField?: boolean
}

/** A select for the language of the interface. The name of each language is in that language. */
export function LanguageSwitcher({ isField = false }: PreferenceProps) {
  const { t, i18n } = useTranslation()
  const changeLanguage = useChangeLanguage()
  return (
    <PreferenceSelect
      icon={<LanguageIcon />}
      isField={isField}
      label={t('language')}
      value={i18n.language}
      options={LANGUAGE_CHOICES}
      onChange={(value) => isLanguage(value) && void changeLanguage(value)}
    />
  )
}

/** A select for the theme: light, dark, or the system's. */
export function ThemeSwitcher({ isField = false }: PreferenceProps) {
  const { t } = useTranslation()
  const { theme, chooseTheme } = useChosenTheme()
  const options = appConfig.themes.map((name) => ({ value: name, label: t(`themes.${name}`) }))
  return (
    <PreferenceSelect
      icon={<ThemeIcon />}
      isField={isField}
      label={t('theme')}
      value={theme}
      options={options}
      onChange={chooseTheme}
    />
  )
}

interface SwitcherProps extends ComponentProps<typeof CompactSelect<string>> {
  isField: boolean
}

function PreferenceSelect({ isField, icon, ...select }: SwitcherProps) {
  return isField ? <SelectField {...select} /> : <CompactSelect icon={icon} {...select} />
}
