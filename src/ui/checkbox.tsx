import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldMessage } from './field-message.tsx'

interface ChoiceInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  type?: 'checkbox' | 'radio'
  /** The text beside the box; `hint` adds a line below it. */
  label: ReactNode
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A checkbox or radio button with its label, which is clickable too. @param props `className` is for the whole line */
export function ChoiceInput({ type = 'checkbox', label, hint, className = 'min-h-11', ...input }: ChoiceInputProps) {
  const id = useId()
  const described = [input['aria-describedby'], hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <label className={`flex cursor-pointer gap-3 ${hint ? 'items-start' : 'items-center'} ${className}`}>
      <input
        {...input}
        type={type}
        // The accessible name is only the label. The hint is the description.
        aria-labelledby={hint ? `${id}-label` : undefined}
        aria-describedby={described || undefined}
        className={`tick ${hint ? 'mt-0.5' : ''}`}
      />
      <span className="min-w-0">
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-small text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

interface CheckboxProps extends ChoiceInputProps {
  error?: string | undefined
  /** Called when the box is ticked or cleared. */
  onCheckedChange?: (isOn: boolean) => void
  /** Whether the field looks like a switch, for settings that apply at once or mean on and off. */
  isSwitch?: boolean
}

/** A field that is on or off. Without JavaScript it sends `on`, or an empty text. */
export function Checkbox({ error, onCheckedChange, isSwitch = false, ...tick }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      {tick.name !== undefined && <input type="hidden" name={tick.name} value="" />}
      <ChoiceInput
        {...tick}
        {...(isSwitch && { role: 'switch' })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-message`}
        onChange={(event) => {
          tick.onChange?.(event)
          onCheckedChange?.(event.target.checked)
        }}
      />
      <FieldMessage id={`${id}-message`} error={error} />
    </div>
  )
}

/** A checkbox that looks like a switch. */
export function Switch(props: Omit<CheckboxProps, 'isSwitch'>) {
  return <Checkbox {...props} isSwitch />
}
