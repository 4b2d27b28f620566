import { useId, type InputHTMLAttributes, type Ref } from 'react'
import { FIELD_CLASSES, FieldMessage } from './field-message.tsx'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** A line below; an error takes its place, so nothing moves. */
  hint?: string | undefined
  error?: string | undefined
  /** How many lines are kept free for the longest error. */
  errorLines?: 1 | 2
  ref?: Ref<HTMLInputElement>
}

/** A field for one line of text, with its label, hint and error. */
export function TextField({ label, hint, error, errorLines, ref, className = '', ...input }: TextFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <input
        {...input}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        className={`${FIELD_CLASSES} h-11 read-only:bg-sunken read-only:text-muted`}
      />
      <FieldMessage id={`${id}-message`} hint={hint} error={error} lines={errorLines} />
    </div>
  )
}
