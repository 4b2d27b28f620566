import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { FIELD_CLASSES } from './field-message.tsx'

const DEBOUNCE_MS = 300

interface SearchInputProps {
  /** The one that the list shows now. */
  searchTerm: string
  /** Called when the person has paused, and at once on clear and on Enter. */
  onSearch: (searchTerm: string) => void
}

/** A field to search a list by. */
export function SearchInput({ searchTerm, onSearch }: SearchInputProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(searchTerm)
  const [typed, setTyped] = useState(searchTerm)

  useEffect(() => {
    // Back, or a link: the list has another term than the one that was typed here.
    if (sent.current !== searchTerm) setTyped(searchTerm)
    sent.current = searchTerm
  }, [searchTerm])

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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what was typed before the page came alive
  }, [])

  return (
    <form
      role="search"
      className="relative w-full sm:w-64"
      onSubmit={(event) => {
        event.preventDefault()
        search(typed, 0)
      }}
    >
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute start-3 top-3.5 size-4 text-muted"
        strokeWidth={1.75}
      />
      <input
        ref={input}
        type="search"
        aria-label={t('search')}
        placeholder={t('searchPlaceholder')}
        value={typed}
        onChange={(event) => search(event.target.value, DEBOUNCE_MS)}
        maxLength={appConfig.lists.searchTermMaxLength}
        // By what is typed; the placeholder is in the language of the page.
        dir={typed === '' ? undefined : 'auto'}
        className={`${FIELD_CLASSES} h-11 ps-9 pe-11 [&::-webkit-search-cancel-button]:hidden`}
      />
      {typed !== '' && (
        <button
          type="button"
          aria-label={t('clearSearch')}
          onClick={() => {
            search('', 0)
            input.current?.focus()
          }}
          className="absolute end-0 top-0 inline-flex size-11 items-center justify-center text-muted hover:text-text"
        >
          <X aria-hidden="true" className="size-4" strokeWidth={1.75} />
        </button>
      )}
    </form>
  )
}
