import { Check, Plus, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Button } from './button.tsx'
import { ChevronIcon } from './icons.tsx'
import { ListLink } from './list-link.tsx'
import { matchesTyped } from './list-search.ts'
import type { SelectOption } from './select-field.tsx'

/** A chosen value of a filter. */
export interface ChosenValue {
  text: string
  /** The URL parameters that the link which removes the value changes. */
  removed: Record<string, string>
}

interface FilterChipProps {
  label: string
  /** The text of the button if it is not the label. */
  text?: string
  /** The icon that replaces the label, which then is only for screen readers. */
  icon?: ReactNode
  /** The values that stand in the chip, each with a link that removes it. */
  chosen?: ChosenValue[]
  /** Whether the menu has fields, which a form without JavaScript sends with the button "Done". */
  hasFields?: boolean
  onOpen?: () => void
  /** The content of the menu. */
  children: ReactNode
}

const NO_VALUES: ChosenValue[] = []
const ARROW_KEY_STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
/** The parts of a menu that the arrow keys reach. */
const ARROW_KEY_TARGETS = 'a, input:is([type=checkbox], [type=search])'

/** A filter of a list, with a menu that the browser opens: beside the chip, or as a drawer on phones, also without JavaScript. */
export function FilterChip({
  label,
  text = label,
  icon,
  chosen = NO_VALUES,
  hasFields = false,
  onOpen,
  children,
}: FilterChipProps) {
  const { t } = useTranslation()
  const id = useId()

  function onToggle({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    if (newState !== 'open') return
    onOpen?.()
    // On touch screens, a focused field would open the keyboard over the menu.
    const first = matchMedia('(pointer: coarse)').matches
      ? null
      : currentTarget.querySelector<HTMLElement>(ARROW_KEY_TARGETS)
    ;(first ?? currentTarget).focus({ preventScroll: true })
  }

  return (
    <div className="chip" data-on={chosen.length > 0 || undefined}>
      <button type="button" popoverTarget={id} aria-label={icon ? label : undefined}>
        {icon ?? (
          <>
            {text}
            <ChevronIcon />
          </>
        )}
      </button>
      {chosen.map(({ text: value, removed }) => (
        <ListLink key={value} changed={removed} title={t('list.removeFilter')}>
          <span className="min-w-0 break-words">{value}</span>
          <X aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">{t('list.removeFilter')}</span>
        </ListLink>
      ))}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        tabIndex={-1}
        className="chip-menu"
        onToggle={onToggle}
        onClick={({ target }) => target instanceof Element && target.closest('a') && closeMenu(target)}
        onKeyDown={moveFocus}
      >
        <p className="chip-title">{label}</p>
        {children}
        {hasFields && (
          <Button
            type="submit"
            variant="primary"
            className="chip-done"
            onClick={(event) => {
              event.preventDefault()
              closeMenu(event.currentTarget)
            }}
          >
            {t('list.done')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface SwitchChipProps {
  text: string
  isOn: boolean
  /** The URL parameters that the chip changes. */
  changed: Record<string, string>
}

/** A filter that is on or off: a link that switches it. */
export function SwitchChip({ text, isOn, changed }: SwitchChipProps) {
  const { t } = useTranslation()
  return (
    <div className="chip" data-on={isOn || undefined}>
      <ListLink changed={changed} {...(isOn && { title: t('list.removeFilter') })}>
        <span className="min-w-0 break-words">{text}</span>
        {isOn ? (
          <X aria-hidden="true" className="size-4 shrink-0" />
        ) : (
          <Plus aria-hidden="true" className="size-4 shrink-0" />
        )}
        {isOn && <span className="sr-only">{t('list.removeFilter')}</span>}
      </ListLink>
    </div>
  )
}

interface ChipOptionsProps<Value extends string> {
  /** The parameter of the list's URL. */
  name: string
  label: string
  value: Value
  options: SelectOption<Value>[]
  /** Whether one option is always chosen, as in an order. A chosen option of a filter is a link that removes it. */
  isOrder?: boolean
  /** Whether any typed text can be chosen. A form without JavaScript sends it. */
  isFree?: boolean
  /** Called with the typed text if the options come from a search. */
  onType?: (typed: string) => void
}

/** The maximum number of options without a field that narrows them. */
const MAX_WITHOUT_SEARCH = 7

/** The options of a menu as links, narrowed by a field if there are many. A form without JavaScript sends the chosen option. */
export function ChipOptions<Value extends string>(props: ChipOptionsProps<Value>) {
  const { name, label, value, options, isOrder = false, isFree = false, onType } = props
  const [typed, setTyped] = useState('')
  const hasSearch = isFree || onType !== undefined || options.length > MAX_WITHOUT_SEARCH
  const found = options.filter((option) => onType || matchesTyped(option.label, typed))
  const own = typed.trim()
  const isOwn = isFree && own !== '' && !options.some((option) => option.label === own)
  return (
    <>
      {value !== '' && !isFree && <input type="hidden" name={name} value={value} />}
      {hasSearch && (
        <ChipSearch
          label={label}
          {...(isFree && { name, defaultValue: value })}
          onType={(text) => {
            setTyped(text)
            onType?.(text)
          }}
        />
      )}
      <ul>
        {[...(isOwn ? [{ value: own, label: own }] : []), ...found].map((option) => (
          <li key={option.value}>
            <ListLink
              changed={{ [name]: option.value === value && !isOrder ? '' : option.value }}
              aria-current={option.value === value || undefined}
            >
              <bdi className="me-auto min-w-0 break-words">{option.label}</bdi>
              {option.value === value && <Check aria-hidden="true" className="size-4 shrink-0" />}
            </ListLink>
          </li>
        ))}
      </ul>
    </>
  )
}

interface ChipSearchProps {
  label: string
  name?: string
  defaultValue?: string
  onType: (typed: string) => void
}

/** The field that narrows the options of a menu. Enter chooses the first of them. */
export function ChipSearch({ label, onType, ...input }: ChipSearchProps) {
  const { t } = useTranslation()
  return (
    <input
      {...input}
      type="search"
      aria-label={t('labelled', { label: t('search'), value: label })}
      placeholder={t('searchPlaceholder')}
      maxLength={appConfig.lists.searchTermMaxLength}
      autoComplete="off"
      dir="auto"
      className="field chip-search h-control"
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        const { value, defaultValue } = event.currentTarget
        if (value !== defaultValue)
          event.currentTarget.parentElement?.querySelector<HTMLElement>('li a, input[type=checkbox]')?.click()
      }}
    />
  )
}

/** A filter with one of several values, or the order of a list. */
export function ChoiceChip<Value extends string>({
  onOpen,
  ...choice
}: ChipOptionsProps<Value> & Pick<FilterChipProps, 'onOpen'>) {
  const { t } = useTranslation()
  const { name, label, value, options, isOrder = false } = choice
  const text = options.find((option) => option.value === value)?.label ?? value
  return (
    <FilterChip
      label={label}
      text={isOrder ? t('labelled', { label, value: text }) : label}
      chosen={value === '' || isOrder ? [] : [{ text, removed: { [name]: '' } }]}
      hasFields={choice.isFree ?? false}
      {...(onOpen && { onOpen })}
    >
      {/* The key empties the search field after a choice. */}
      <ChipOptions key={value} {...choice} />
    </FilterChip>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = ARROW_KEY_STEPS[event.key]
  if (step === undefined || !(event.target instanceof Element) || event.target.matches('[type=date]')) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(ARROW_KEY_TARGETS)]
  const at = stops.findIndex((stop) => stop === event.target)
  event.preventDefault()
  stops.at((at + step) % stops.length)?.focus()
}

function closeMenu(element: Element) {
  element.closest<HTMLElement>('[popover]')?.hidePopover()
}
