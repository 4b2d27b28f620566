import { useId, type Ref, type TextareaHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'

interface TextareaFieldProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A field for several lines of text, with its label, hint and error. */
export function TextareaField({ label, isOptional, hint, error, ref, ...textarea }: TextareaFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} isOptional={isOptional} hint={hint} error={error}>
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
    </Field>
  )
}
