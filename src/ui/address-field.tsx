import { TextField, type TextFieldProps } from './text-field.tsx'

/** A field for an email address or a URL: without suggestions and corrections, and always from left to right. */
export function AddressField({ type, ...field }: TextFieldProps & { type: 'email' | 'url' }) {
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
