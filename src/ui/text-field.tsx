import { useId, type InputHTMLAttributes, type Ref } from 'react'
import { FieldLabel } from './field-label.tsx'
import { FieldMessage } from './field-message.tsx'

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  isOptional?: boolean
  /** A line below; an error takes its place. */
  hint?: string | undefined
  error?: string | undefined
  /** How many lines are kept free for an error, where nothing may move. */
  errorLines?: 1 | 2
  ref?: Ref<HTMLInputElement>
}

/** A field for one line of text, with its label, hint and error. */
export function TextField({
  label,
  isOptional,
  hint,
  error,
  errorLines,
  ref,
  className = '',
  ...input
}: TextFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <FieldLabel htmlFor={id} label={label} isOptional={isOptional} />
      <input
        placeholder={input.dir === 'auto' ? ' ' : undefined}
        {...input}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        className="field h-control read-only:bg-sunken read-only:text-muted"
      />
      <FieldMessage id={`${id}-message`} hint={hint} error={error} lines={errorLines} />
    </div>
  )
}
