import { useId, type ChangeEvent, type Ref, type SelectHTMLAttributes } from 'react'
import { FIELD_CLASSES } from './field-classes.ts'
import { FieldMessage } from './field-message.tsx'
import { ChevronIcon } from './icons.tsx'
import { SelectOptions, type SelectOption } from './select-options.tsx'

interface SelectFieldProps<Value extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  label: string
  options: SelectOption<Value>[]
  value?: Value
  onChange?: (value: Value) => void
  hint?: string | undefined
  error?: string | undefined
  /** The label is for screen readers only: what it selects shows from the options. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** One of several values, with its label, hint and error. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, options, hint, error, isLabelHidden = false, onChange, ref, ...select } = props
  const id = useId()

  function change({ target }: ChangeEvent<HTMLSelectElement>) {
    const chosen = options.find(({ value }) => value === target.value)
    if (chosen) onChange?.(chosen.value)
  }

  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          ref={ref}
          id={id}
          onChange={change}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-message`}
          className={`${FIELD_CLASSES} h-11 appearance-none pe-9`}
        >
          <SelectOptions options={options} />
        </select>
        <span className="pointer-events-none absolute end-3 top-3.5 text-muted">
          <ChevronIcon />
        </span>
      </div>
      {!isLabelHidden && <FieldMessage id={`${id}-message`} hint={hint} error={error} />}
    </div>
  )
}
