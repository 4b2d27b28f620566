import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { FIELD_CLASSES, FieldMessage } from './field-message.tsx'

interface TextareaFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  hint?: string | undefined
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** A field for several lines of text, with its label, hint and error. */
export function TextareaField({ label, hint, error, ref, ...textarea }: TextareaFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <textarea
        rows={4}
        {...textarea}
        ref={ref}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-message`}
        className={`${FIELD_CLASSES} py-2`}
      />
      <FieldMessage id={`${id}-message`} hint={hint} error={error} />
    </div>
  )
}
