import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { buttonClasses } from './button.tsx'
import { Spinner } from './spinner.tsx'
import { useBackOrForward } from './use-traversal.ts'

const DEBOUNCE_MS = 300

interface SearchFormProps {
  /** The search term of the visible list. */
  searchTerm: string
  /** Called when the user pauses, and at once on clear and on Enter. */
  onSearch: (searchTerm: string) => void
  /** Whether the results are loading. */
  isPending?: boolean
  /** More fields of the form, such as filters. Their names are parameters of the list's URL, so they work without JavaScript. */
  children?: ReactNode
}

/** A search field for a list, together with the list's filters (`children`). Works as a plain form without JavaScript. */
export function SearchForm({ searchTerm, onSearch, isPending = false, children }: SearchFormProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(searchTerm)
  const [typed, setTyped] = useState(searchTerm)

  useEffect(() => {
    // The search term was changed elsewhere, for example by a link.
    if (sent.current !== searchTerm) setTyped(searchTerm)
    sent.current = searchTerm
  }, [searchTerm])
  useBackOrForward(() => {
    clearTimeout(timer.current)
    sent.current = searchTerm
    setTyped(searchTerm)
  })

  function search(text: string, wait: number) {
    clearTimeout(timer.current)
    setTyped(text)
    timer.current = setTimeout(() => {
      sent.current = text
      onSearch(text)
    }, wait)
  }

  useEffect(() => {
    const typedEarly = input.current?.value ?? searchTerm
    if (typedEarly !== searchTerm) search(typedEarly, 0)
    return () => clearTimeout(timer.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for text that was typed before hydration
  }, [])

  return (
    <form
      role="search"
      className="list-tools"
      onSubmit={(event) => {
        event.preventDefault()
        search(typed, 0)
      }}
    >
      <div className="search-field">
        <Search aria-hidden="true" className={isPending ? 'gone-late size-4' : 'size-4'} />
        {isPending && (
          <span className="shown-late">
            <Spinner />
          </span>
        )}
        <input
          ref={input}
          type="search"
          name="searchTerm"
          aria-label={t('search')}
          placeholder={t('searchPlaceholder')}
          value={typed}
          onChange={(event) => search(event.target.value, DEBOUNCE_MS)}
          maxLength={appConfig.lists.searchTermMaxLength}
          // The typed text sets the direction; the placeholder has the direction of the page.
          dir={typed === '' ? undefined : 'auto'}
          className="field h-control ps-9 pe-11 placeholder-shown:pe-3 [&::-webkit-search-cancel-button]:hidden"
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label={t('clearSearch')}
            onClick={() => {
              search('', 0)
              input.current?.focus()
            }}
            className="absolute end-0 top-0 inline-flex size-control items-center justify-center text-muted hover:text-text"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
      {children}
      <noscript>
        <button type="submit" className={buttonClasses()}>
          {t('search')}
        </button>
      </noscript>
    </form>
  )
}
