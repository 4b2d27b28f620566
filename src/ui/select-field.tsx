import { useId, type KeyboardEvent, type ReactNode, type Ref, type SelectHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { ChevronIcon } from './icons.tsx'

/** An option of a select. */
export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  /** The language of the label, if it is not the page's. */
  lang?: string
}

interface SelectFieldProps<Value extends string>
  extends Omit<FieldProps, 'isOptional'>, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  options: SelectOption<Value>[]
  value?: Value
  onChange?: (value: Value) => void
  ref?: Ref<HTMLSelectElement>
}

/** A field to choose one of several values, with its label, hint and error. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, options, hint, error, onChange, ref, ...select } = props
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            ref={ref}
            onChange={({ target }) => chooseOption(options, target.value, onChange)}
            className="field h-control appearance-none pe-9"
          >
            <OptionElements options={options} />
          </select>
          <FieldChevron />
        </div>
      )}
    </Field>
  )
}

/** The chevron at the end of a field that opens a list. */
export function FieldChevron() {
  return (
    <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-muted">
      <ChevronIcon />
    </span>
  )
}

interface CompactSelectProps<Value extends string> {
  icon?: ReactNode
  /** The name in a form that is sent without JavaScript. */
  name?: string
  label: string
  value: Value
  options: SelectOption<Value>[]
  onChange: (value: Value) => void
}

/**
 * A select for a corner or a row, without a border and with its label only for screen readers. A choice applies at once, so a key
 * that would change the closed select opens its options instead.
 */
export function CompactSelect<Value extends string>({
  icon,
  label,
  options,
  onChange,
  ...select
}: CompactSelectProps<Value>) {
  const id = useId()
  return (
    <span className="quiet-select">
      {icon && <span className="start-2.5">{icon}</span>}
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        {...select}
        id={id}
        onKeyDown={openPickerOnKey}
        onChange={({ target }) => chooseOption(options, target.value, onChange)}
      >
        <OptionElements options={options} />
      </select>
      <span className="end-2.5">
        <ChevronIcon />
      </span>
    </span>
  )
}

function openPickerOnKey(event: KeyboardEvent<HTMLSelectElement>) {
  const isChoice = /^(Arrow|Page|Home|End)|^[^ ]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!isChoice || !('showPicker' in event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.showPicker()
}

function OptionElements({ options }: { options: SelectOption[] }) {
  return options.map(({ value, label, lang }) => (
    <option key={value} value={value} lang={lang}>
      {label}
    </option>
  ))
}

function chooseOption<Value extends string>(
  options: SelectOption<Value>[],
  text: string,
  onChange?: (value: Value) => void,
) {
  const chosen = options.find(({ value }) => value === text)
  if (chosen) onChange?.(chosen.value)
}
