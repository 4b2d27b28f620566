import { useId, type InputHTMLAttributes, type Ref } from 'react'
import { ChoiceInput } from './checkbox.tsx'
import { FieldMessage } from './field-message.tsx'

interface RadioGroupProps<Value extends string> extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'onChange' | 'value' | 'type'
> {
  label: string
  name: string
  options: { value: Value; label: string; hint?: string }[]
  /** The chosen value, if the page controls it; otherwise `defaultValue` is chosen initially. */
  value?: Value
  onChange?: (value: Value) => void
  hint?: string | undefined
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A field to choose one of a few values that are all visible. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, defaultValue, onChange, hint, error, className, ...input } = props
  const id = useId()
  return (
    <fieldset className={className} aria-describedby={`${id}-message`} aria-invalid={error ? true : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      {options.map((option) => (
        <ChoiceInput
          key={option.value}
          {...input}
          {...option}
          {...(value === undefined
            ? { defaultChecked: option.value === defaultValue }
            : { checked: option.value === value })}
          type="radio"
          className="min-h-11 sm:min-h-8"
          onChange={() => onChange?.(option.value)}
        />
      ))}
      <FieldMessage id={`${id}-message`} hint={hint} error={error} />
    </fieldset>
  )
}
