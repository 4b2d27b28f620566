import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { FieldMessage } from './field-message.tsx'

interface TickProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  type?: 'checkbox' | 'radio'
  /** What is ticked; a line below it may say more. */
  label: ReactNode
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A box or a round button with its words, all of which can be clicked. @param props `className` is of the whole line */
export function Tick({ type = 'checkbox', label, hint, className = 'min-h-11', ...input }: TickProps) {
  const id = useId()
  const described = [input['aria-describedby'], hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <label className={`flex cursor-pointer gap-3 ${hint ? 'items-start' : 'items-center'} ${className}`}>
      <input
        {...input}
        type={type}
        // What it is called does not go on into what is said of it.
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

interface CheckboxProps extends TickProps {
  error?: string | undefined
  /** Told as soon as it is ticked or not any more. */
  onTick?: (isOn: boolean) => void
  /** It looks like a switch: for what holds at once, or sounds like on and off. */
  isSwitch?: boolean
}

/** A field that is on or off. Without JavaScript it sends `on`, or an empty text. */
export function Checkbox({ error, onTick, isSwitch = false, ...tick }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      {tick.name !== undefined && <input type="hidden" name={tick.name} value="" />}
      <Tick
        {...tick}
        {...(isSwitch && { role: 'switch' })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-message`}
        onChange={(event) => {
          tick.onChange?.(event)
          onTick?.(event.target.checked)
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
