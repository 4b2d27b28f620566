import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { TextField } from '#ui/text-field.tsx'
import { repositoryLanguagesQuery } from '../repositories.queries.ts'
import type { RequestedOwner } from '../repositories.schema.ts'

const MINUTE = 60_000

/** The field for the main programming language, which suggests the languages of other repositories. */
export function LanguageField({
  owner,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label'> & { owner: RequestedOwner }) {
  const { t } = useTranslation(['discovery', 'repositories'])
  const id = useId()
  const { languages, ask } = useLanguages(owner)
  return (
    <>
      <TextField
        {...field}
        label={t('repositories:language')}
        isOptional
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        list={id}
        onFocus={ask}
      />
      <Languages id={id} languages={languages} />
    </>
  )
}

interface LanguageFilterProps {
  /** Empty for all languages. */
  language: string
  /** The owner whose repositories' languages are suggested. */
  owner: RequestedOwner
  isLabelHidden: boolean
  onChange: (language: string) => void
}

/** The filter of a list by language; applies when a suggestion is chosen, by Enter, or when the field loses the focus. */
export function LanguageFilter({ language, owner, isLabelHidden, onChange }: LanguageFilterProps) {
  const { t } = useTranslation(['discovery', 'repositories'])
  const id = useId()
  const { languages, ask } = useLanguages(owner)
  const choose = (typed: string) => typed.trim() !== language && onChange(typed.trim())
  return (
    <div className={isLabelHidden ? 'w-36' : undefined}>
      <label htmlFor={`${id}-field`} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {t('repositories:language')}
      </label>
      <input
        // Remount the input when Back or a link changes the list's language, so that the input shows the new language.
        key={language}
        id={`${id}-field`}
        name="language"
        defaultValue={language}
        placeholder={t('repositories:language')}
        maxLength={appConfig.repository.languageMaxLength}
        autoComplete="off"
        spellCheck={false}
        list={id}
        onFocus={ask}
        onChange={({ target }) => (target.value === '' || languages.includes(target.value)) && choose(target.value)}
        onBlur={({ target }) => choose(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && choose(currentTarget.value)}
        className="field h-control"
      />
      <Languages id={id} languages={languages} />
    </div>
  )
}

/** Returns the suggested languages, and the function `ask` that fetches them. */
function useLanguages(owner: RequestedOwner) {
  const [isAsked, setIsAsked] = useState(false)
  const { data = [] } = useQuery({ ...repositoryLanguagesQuery(owner), enabled: isAsked, staleTime: MINUTE })
  return { languages: data, ask: () => setIsAsked(true) }
}

function Languages({ id, languages }: { id: string; languages: string[] }) {
  return (
    <datalist id={id}>
      {languages.map((language) => (
        <option key={language}>{language}</option>
      ))}
    </datalist>
  )
}
