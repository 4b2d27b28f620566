import { useEffect, useId, useRef, type Ref, type SelectHTMLAttributes } from 'react'
import { FieldMessage } from './field-message.tsx'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  options: { value: string; label: string; lang?: string }[]
  hint?: string | undefined
  error?: string | undefined
  /** The label is for screen readers only: what it selects shows from the options. */
  isLabelHidden?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** One of several. */
export function SelectField({ label, options, hint, error, isLabelHidden = false, ref, ...select }: SelectFieldProps) {
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const { value } = select

  useEffect(() => {
    // Later, for React may be about to hand on the very event of the choice.
    const timer = setTimeout(() => {
      const chosen = field.current?.querySelector('select')
      if (chosen && value !== undefined && chosen.value !== value)
        chosen.dispatchEvent(new Event('change', { bubbles: true }))
    })
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what was chosen before the page came alive
  }, [])

  return (
    <div ref={field}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
      </label>
      <select
        {...select}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        className="block h-11 w-full rounded-control border border-edge bg-surface px-3 text-md disabled:bg-sunken disabled:text-muted disabled:opacity-100 sm:text-base"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      {!isLabelHidden && <FieldMessage id={`${id}-message`} hint={hint} error={error} />}
    </div>
  )
}
