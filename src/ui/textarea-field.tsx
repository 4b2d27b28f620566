import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { FieldLabel } from './field-label.tsx'
import { FieldMessage } from './field-message.tsx'

interface TextareaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  isOptional?: boolean
  hint?: string | undefined
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** A field for several lines of text, with its label, hint and error. */
export function TextareaField({ label, isOptional, hint, error, ref, ...textarea }: TextareaFieldProps) {
  const id = useId()
  return (
    <div>
      <FieldLabel htmlFor={id} label={label} isOptional={isOptional} />
      <textarea
        rows={4}
        placeholder={textarea.dir === 'auto' ? ' ' : undefined}
        {...textarea}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        className="field py-2"
      />
      <FieldMessage id={`${id}-message`} hint={hint} error={error} />
    </div>
  )
}
