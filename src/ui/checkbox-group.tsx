import { useId, useState } from 'react'
import { ChoiceInput } from './checkbox.tsx'
import { FieldMessage } from './field-message.tsx'

interface CheckboxGroupProps {
  label: string
  /** The options, in groups that can have a label each. */
  groups: { label?: string; options: { value: string; label: string }[] }[]
  /** The classes of a group's options. */
  className?: string
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
export function CheckboxGroup({ label, groups, className, defaultValue = '', onChange, error }: CheckboxGroupProps) {
  const id = useId()
  const [ticked, setTicked] = useState(() => new Set(defaultValue.split(',')))
  const values = groups.flatMap(({ options }) => options.map(({ value }) => value))

  function toggle(value: string) {
    const changed = new Set(ticked)
    if (!changed.delete(value)) changed.add(value)
    setTicked(changed)
    onChange(values.filter((one) => changed.has(one)).join(','))
  }

  return (
    <fieldset className="min-w-0" aria-describedby={`${id}-message`}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid gap-3 rounded-control border border-hairline p-3">
        {groups.map((group, place) => (
          <div
            key={group.label}
            {...(group.label && { role: 'group', 'aria-labelledby': `${id}-${place}` })}
            className={className}
          >
            {group.label && (
              <p id={`${id}-${place}`} className="text-small text-muted">
                {group.label}
              </p>
            )}
            {group.options.map((option) => (
              <ChoiceInput
                key={option.value}
                label={option.label}
                checked={ticked.has(option.value)}
                onChange={() => toggle(option.value)}
                className="min-h-11 sm:min-h-8"
              />
            ))}
          </div>
        ))}
      </div>
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  )
}
