import type { Ref, TextareaHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'

interface TextareaFieldProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** A field for several lines of text, with its label, hint and error. */
export function TextareaField({ label, isOptional, hint, error, ref, ...textarea }: TextareaFieldProps) {
  const placeholder = textarea.dir === 'auto' ? ' ' : undefined
  return (
    <Field {...{ label, isOptional, hint, error }}>
      {(control) => (
        <textarea rows={4} placeholder={placeholder} {...textarea} {...control} ref={ref} className="field py-2" />
      )}
    </Field>
  )
}
