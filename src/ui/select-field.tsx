import { useId, type Ref, type SelectHTMLAttributes } from 'react'
import { FIELD_CLASSES } from './field-classes.ts'
import { FieldMessage } from './field-message.tsx'
import { ChevronIcon } from './icons.tsx'
import { SelectOptions, type SelectOption } from './select-options.tsx'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  options: SelectOption[]
  hint?: string | undefined
  error?: string | undefined
  /** The label is for screen readers only: what it selects shows from the options. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** One of several. */
export function SelectField({ label, options, hint, error, isLabelHidden = false, ref, ...select }: SelectFieldProps) {
  const id = useId()

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
