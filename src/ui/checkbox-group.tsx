import { useId, useState, type CSSProperties } from 'react'
import { ChoiceInput } from './checkbox.tsx'
import { FieldMessage } from './field-message.tsx'

interface CheckboxGroupProps {
  label: string
  options: { value: string; label: string }[]
  /** The values that are ticked initially, separated by commas. */
  defaultValue?: string
  /** Called with all ticked values, separated by commas. */
  onChange: (values: string) => void
  error: string | undefined
}

/**
 * A field to tick some of several values that are all visible.
 * @public features that an app can remove use it
 */
export function CheckboxGroup({ label, options, defaultValue = '', onChange, error }: CheckboxGroupProps) {
  const id = useId()
  const [ticked, setTicked] = useState(() => new Set(defaultValue.split(',')))

  function toggle(value: string) {
    const changed = new Set(ticked)
    if (!changed.delete(value)) changed.add(value)
    setTicked(changed)
    onChange(options.flatMap((option) => (changed.has(option.value) ? option.value : [])).join(','))
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-message`}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div
        className="grid gap-x-4 rounded-control border border-hairline px-3 py-2 sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-[repeat(var(--rows),auto)]"
        style={{ '--rows': Math.ceil(options.length / 2) } as CSSProperties}
      >
        {options.map((option) => (
          <ChoiceInput
            key={option.value}
            label={option.label}
            checked={ticked.has(option.value)}
            onChange={() => toggle(option.value)}
            className="min-h-11 sm:min-h-8"
          />
        ))}
      </div>
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  )
}
