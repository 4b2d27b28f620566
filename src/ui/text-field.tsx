import type { InputHTMLAttributes, Ref } from 'react'
import { Field, type FieldProps } from './field.tsx'

export interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  /** The number of lines reserved for an error, so that nothing moves when it appears. */
  errorLines?: 1 | 2
  /** A sign at the start or end of the line, such as a currency sign, in a field whose text runs from left to right. */
  before?: string
  after?: string
  inputClassName?: string
  ref?: Ref<HTMLInputElement>
}

/** A field for one line of text, with its label, hint and error. */
export function TextField({
  label,
  isOptional,
  hint,
  error,
  errorLines: lines,
  before,
  after,
  inputClassName = '',
  ref,
  className = '',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, isOptional, hint, error, lines, className }}>
      {(control) => (
        <div className={before || after ? 'relative' : 'contents'}>
          {before && <AffixedSign text={before} className="start-3" />}
          <input
            placeholder={input.dir === 'auto' ? ' ' : undefined}
            {...input}
            {...control}
            ref={ref}
            className={`field h-control ${inputClassName} ${before ? 'sign-before' : ''} ${after ? 'sign-after' : ''}`}
          />
          {after && <AffixedSign text={after} className="end-3" />}
        </div>
      )}
    </Field>
  )
}

function AffixedSign({ text, className }: { text: string; className: string }) {
  return (
    <span className={`pointer-events-none absolute inset-y-0 flex items-center text-muted ${className}`}>
      <bdi>{text}</bdi>
    </span>
  )
}

/** A field for an email address or a URL: without suggestions and corrections, and always from left to right. */
export function EmailOrUrlField({ type, ...field }: TextFieldProps & { type: 'email' | 'url' }) {
  return (
    <TextField
      type={type}
      inputMode={type}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      {...field}
    />
  )
}
