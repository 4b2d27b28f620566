import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { formText } from '#lib/browser.ts'
import { Button } from '#ui/button.tsx'

interface RepositorySearchProps {
  /** Called with the search term when the user submits it. */
  onSearch: (searchTerm: string) => void
}

/** A search form that opens the list of repositories. The browser submits it if JavaScript is not available yet. */
export function RepositorySearch({ onSearch }: RepositorySearchProps) {
  const { t } = useTranslation(['home', 'common'])
  return (
    <form
      role="search"
      action="/app/repositories"
      className="flex max-w-[720px] flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(formText(event.currentTarget, 'searchTerm').trim())
      }}
    >
      {/* The button is beside the field, or below it if the field would be too narrow for its text. */}
      <div className="relative flex-1 basis-62">
        <Search aria-hidden="true" className="pointer-events-none absolute start-3 top-3.5 size-4 text-muted" />
        <input
          type="search"
          name="searchTerm"
          aria-label={t('searchRepositories')}
          placeholder={t('searchRepositories')}
          maxLength={appConfig.lists.searchTermMaxLength}
          dir="auto"
          className="h-control w-full rounded-control border border-edge bg-surface ps-9 pe-3 text-roomy placeholder:text-muted"
        />
      </div>
      <Button type="submit" className="max-[360px]:grow">
        {t('common:search')}
      </Button>
    </form>
  )
}
