import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceChip } from '#ui/filter-chip.tsx'
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
}

/** The filter of a list by language. Also shows a language from the URL that no repository has. */
export function LanguageFilter({ language, owner }: LanguageFilterProps) {
  const { t } = useTranslation('repositories')
  const { languages, ask } = useLanguages(owner)
  return (
    <ChoiceChip
      name="language"
      label={t('language')}
      value={language}
      options={languages.map((value) => ({ value, label: value }))}
      isFree
      onOpen={ask}
    />
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
