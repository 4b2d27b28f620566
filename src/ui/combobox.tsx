import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import {
  useDeferredValue,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEventHandler,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useTranslation } from 'react-i18next'
import { LOOK_UP, lookUpName } from '#lib/form-answer.ts'
import type { Page } from '#lib/page.ts'
import { Button } from './button.tsx'
import { FieldLabel } from './field-label.tsx'
import { FieldMessage } from './field-message.tsx'
import { ChevronIcon } from './icons.tsx'
import { scrollIntoView, useActiveOption } from './use-active-option.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/** A row of another list, as it can be chosen. */
export interface Choice {
  value: string
  label: string
  /** Beside the label: an e-mail address, say. */
  detail?: string
}

interface ComboboxProps {
  label: string
  name: string
  isOptional?: boolean
  hint?: string | undefined
  error?: string | undefined
  /** Finds a page of the list by a server function. */
  find: (wanted: { searchTerm: string; cursor: string | null }) => Promise<Page<Choice>>
  /** The key under which the pages are kept. */
  queryKey: string[]
  /** What `find` gives for `searched`, from the page's loader: all that can be chosen without JavaScript. */
  first: Page<Choice>
  /** What was searched for without JavaScript, as `lookedUp` reads it. */
  searched?: string
  defaultValue?: string
  /** What is chosen at first, where it may not be on the first page. */
  chosen?: Choice | undefined
  onChange?: (value: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  ref?: Ref<{ focus: () => void }>
}

/** A field to choose a row of another list, however long, by typing a part of its name. */
export function Combobox({ defaultValue = '', first, searched = '', ...props }: ComboboxProps) {
  const id = useId()
  const isHydrated = useIsHydrated()
  const known = props.chosen ? [props.chosen, ...first.rows] : first.rows
  const [chosen, setChosen] = useState(() => known.find(({ value }) => value === defaultValue))
  const shared = { ...props, id, first, chosen, onChoose: choose }

  function choose(choice: Choice | undefined) {
    setChosen(choice)
    props.onChange?.(choice?.value ?? '')
  }

  return (
    <div>
      <FieldLabel htmlFor={id} label={props.label} isOptional={props.isOptional} />
      {isHydrated ? <SearchingField {...shared} /> : <PlainFields {...shared} searched={searched} />}
      <FieldMessage id={`${id}-message`} hint={props.hint} error={props.error} />
    </div>
  )
}

interface FieldProps extends ComboboxProps {
  id: string
  onChoose: (choice: Choice | undefined) => void
}

/** As long as no script is there: a select, and a search that is sent with the form. */
function PlainFields({ id, name, error, first, chosen, onChoose, searched, label }: FieldProps) {
  const { t } = useTranslation()
  const select = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const field = select.current
    // Who was quicker than the script has chosen in this one.
    return () => {
      const early = first.rows.find(({ value }) => value === field?.value)
      if (early && early.value !== chosen?.value) onChoose(early)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the script takes over
  }, [])
  const others = first.rows.filter(({ value }) => value !== chosen?.value)
  return (
    <div className="grid gap-2">
      <div className="relative">
        <select
          ref={select}
          id={id}
          name={name}
          defaultValue={chosen?.value ?? ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-message`}
          className="field h-control appearance-none pe-9"
        >
          <option value="">{t('choose')}</option>
          {[...(chosen ? [chosen] : []), ...others].map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Chevron />
      </div>
      <div className="hidden gap-2 noscript:flex">
        <input
          type="search"
          name={lookUpName(name)}
          defaultValue={searched}
          aria-label={`${t('search')}: ${label}`}
          placeholder={t('searchPlaceholder')}
          dir="auto"
          className="field h-control"
        />
        <Button type="submit" name={LOOK_UP} value={name}>
          {t('search')}
        </Button>
      </div>
    </div>
  )
}

function SearchingField({ id, find, queryKey, chosen, onChoose, ...props }: FieldProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(props.ref, () => ({ focus: () => field.current?.focus() }))
  const searchTerm = useDeferredValue(typed ?? '').trim()
  const { choices, loadMore, problem } = useChoices({ find, queryKey, searchTerm, isOpen })
  const { active, onKeyDown, goTo } = useActiveOption(choices, (choice) => {
    if (!isOpen) return false
    if (choice) onChoose(choice)
    return close()
  })

  function close() {
    setIsOpen(false)
    setTyped(undefined)
  }

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      // It closes the list, and not the dialog around it.
      event.stopPropagation()
      event.preventDefault()
      close()
    } else if (!isOpen && event.key === 'ArrowDown') {
      event.preventDefault()
      setIsOpen(true)
    } else {
      if (event.key === 'ArrowDown' && active === choices.at(-1)) loadMore()
      onKeyDown(event)
    }
  }

  return (
    <div className="relative">
      <input
        ref={field}
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.value}`}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={`${id}-message`}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={t('searchPlaceholder')}
        value={typed ?? chosen?.label ?? ''}
        onChange={({ target }) => {
          setIsOpen(true)
          setTyped(target.value)
          goTo(0)
        }}
        onClick={({ currentTarget }) => {
          if (!isOpen) currentTarget.select()
          setIsOpen(true)
        }}
        onKeyDown={move}
        onBlur={(event) => {
          // What was typed and not chosen is no choice; a field that was emptied is one.
          if (typed === '') onChoose(undefined)
          close()
          props.onBlur?.(event)
        }}
        className="field h-control pe-9"
      />
      <Chevron />
      <Choices
        id={id}
        label={props.label}
        choices={choices}
        active={active}
        onEnd={loadMore}
        onChoose={(choice) => {
          onChoose(choice)
          close()
        }}
      />
      <p role="status" className="combobox-list text-muted empty:sr-only">
        {problem}
      </p>
    </div>
  )
}

interface Wanted extends Pick<ComboboxProps, 'find' | 'queryKey'> {
  searchTerm: string
  isOpen: boolean
}

/** The rows that fit a search term, page after page. */
function useChoices({ find, queryKey, searchTerm, isOpen }: Wanted) {
  const { t } = useTranslation()
  const { data, ...list } = useInfiniteQuery({
    queryKey: [...queryKey, searchTerm],
    queryFn: ({ pageParam }) => find({ searchTerm, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const choices = isOpen ? (data?.pages.flatMap(({ rows }) => rows) ?? []) : []
  const isNothing = list.isSuccess && !list.isPlaceholderData && choices.length === 0
  const words = list.isError ? t('list.failed') : isNothing ? t('list.noResults', { searchTerm }) : ''
  return {
    choices,
    problem: isOpen ? words : '',
    loadMore: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage()
    },
  }
}

interface ChoicesProps {
  id: string
  label: string
  choices: Choice[]
  active: Choice | undefined
  /** Told when its end comes into sight. */
  onEnd: () => void
  onChoose: (choice: Choice) => void
}

/** The list under the field. The focus stays in the field, which has the keys. */
function Choices({ id, label, choices, active, onEnd, onChoose }: ChoicesProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      hidden={choices.length === 0}
      onMouseDown={(event) => event.preventDefault()}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 80) onEnd()
      }}
      className="combobox-list"
    >
      {choices.map((choice) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field that owns this list
        <div
          key={choice.value}
          id={`${id}-${choice.value}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice === active}
          ref={choice === active ? scrollIntoView : undefined}
          onClick={() => onChoose(choice)}
          className="flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-sunken aria-selected:bg-accent-surface"
        >
          <bdi className="min-w-0 truncate">{choice.label}</bdi>
          {choice.detail && <bdi className="ms-auto truncate text-small text-muted">{choice.detail}</bdi>}
        </div>
      ))}
    </div>
  )
}

function Chevron() {
  return (
    <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-muted">
      <ChevronIcon />
    </span>
  )
}
