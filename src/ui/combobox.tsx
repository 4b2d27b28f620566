import { useInfiniteQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import {
  useDeferredValue,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEventHandler,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { useTranslation } from 'react-i18next'
import { COMBOBOX_SEARCH_BUTTON, searchFieldName } from '#lib/refused-form.ts'
import type { Page } from '#lib/page.ts'
import { Button } from './button.tsx'
import { Field, type ControlProps, type FieldProps } from './field.tsx'
import { pagedQuery } from './paged-query.ts'
import { FieldChevron } from './select-field.tsx'
import { scrollIntoView, useActiveOption } from './use-active-option.ts'

/** An option of a combobox, which is a row of another list. */
export interface Choice {
  value: string
  label: string
  /** The text beside the label, such as an email address. */
  detail?: string
}

interface ComboboxProps extends FieldProps {
  name: string
  /** Fetches a page of the list with a server function. */
  find: (wanted: { searchTerm: string; cursor: string | null }) => Promise<Page<Choice>>
  /** The query key of the pages. */
  queryKey: string[]
  /** The first options, from the page's loader: the result of `find` for `searched`. Without JavaScript there are no others. */
  first: Page<Choice>
  /** The search term of a form sent without JavaScript, from its field `searchFieldName(name)`. */
  searched?: string
  defaultValue?: string
  /** The option of `defaultValue`, which might not be on the first page. */
  chosen?: Choice | undefined
  onChange?: (value: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  ref?: Ref<{ focus: () => void }>
}

/** A field to choose a row of a list of any length by typing a part of its name. */
export function Combobox({ defaultValue = '', first, searched = '', ...props }: ComboboxProps) {
  const isHydrated = useHydrated()
  const known = props.chosen ? [props.chosen, ...first.rows] : first.rows
  const [chosen, setChosen] = useState(() => known.find(({ value }) => value === defaultValue))
  const shared = { ...props, first, chosen, onChoose: choose }

  function choose(choice: Choice | undefined) {
    setChosen(choice)
    props.onChange?.(choice?.value ?? '')
  }

  return (
    <Field label={props.label} isOptional={props.isOptional} hint={props.hint} error={props.error}>
      {(control) =>
        isHydrated ? (
          <HydratedSearchField {...shared} control={control} />
        ) : (
          <UnhydratedFields {...shared} control={control} searched={searched} />
        )
      }
    </Field>
  )
}

interface SharedProps extends ComboboxProps {
  control: ControlProps
  onChoose: (choice: Choice | undefined) => void
}

/** The fields before hydration: a select, and a search that is sent with the form. */
function UnhydratedFields({ control, name, first, chosen, onChoose, searched, label }: SharedProps) {
  const { t } = useTranslation()
  const select = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const field = select.current
    // Keeps an option that was chosen in this select before hydration.
    return () => {
      const early = first.rows.find(({ value }) => value === field?.value)
      if (early && early.value !== chosen?.value) onChoose(early)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, on hydration
  }, [])
  const others = first.rows.filter(({ value }) => value !== chosen?.value)
  return (
    <div className="grid gap-2">
      <div className="relative">
        <select
          {...control}
          ref={select}
          name={name}
          defaultValue={chosen?.value ?? ''}
          className="field h-control appearance-none pe-9"
        >
          <option value="">{t('choose')}</option>
          {[...(chosen ? [chosen] : []), ...others].map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <FieldChevron />
      </div>
      <div className="hidden gap-2 noscript:flex">
        <input
          type="search"
          name={searchFieldName(name)}
          defaultValue={searched}
          aria-label={t('labelled', { label: t('search'), value: label })}
          placeholder={t('searchPlaceholder')}
          dir="auto"
          className="field h-control"
        />
        <Button type="submit" name={COMBOBOX_SEARCH_BUTTON} value={name}>
          {t('search')}
        </Button>
      </div>
    </div>
  )
}

function HydratedSearchField({ control, find, queryKey, chosen, onChoose, ...props }: SharedProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(props.ref, () => ({ focus: () => field.current?.focus() }))
  const searchTerm = useDeferredValue(typed ?? '').trim()
  const { choices, loadMore, problem } = useOptionPages({ find, queryKey, searchTerm, isOpen })
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
      // Closes only the list, not the dialog around it.
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
        {...control}
        ref={field}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${control.id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${control.id}-${active.value}`}
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
          // Text that was typed without choosing an option is discarded; an emptied field clears the choice.
          if (typed === '') onChoose(undefined)
          close()
          props.onBlur?.(event)
        }}
        className="field h-control pe-9"
      />
      <FieldChevron />
      <OptionList
        id={control.id}
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

interface OptionPagesRequest extends Pick<ComboboxProps, 'find' | 'queryKey'> {
  searchTerm: string
  isOpen: boolean
}

function useOptionPages({ find, queryKey, searchTerm, isOpen }: OptionPagesRequest) {
  const { t } = useTranslation()
  const { data, ...list } = useInfiniteQuery({
    ...pagedQuery([...queryKey, searchTerm], (cursor) => find({ searchTerm, cursor })),
    enabled: isOpen,
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

interface OptionListProps {
  id: string
  label: string
  choices: Choice[]
  active: Choice | undefined
  /** Called when the end of the list comes into view. */
  onEnd: () => void
  onChoose: (choice: Choice) => void
}

/** The list under the field. The focus stays in the field, which handles the keys. */
function OptionList({ id, label, choices, active, onEnd, onChoose }: OptionListProps) {
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
