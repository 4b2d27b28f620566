import { useId, type ReactNode } from 'react'
import { ChevronIcon } from './icons.tsx'
import { SelectOptions, type SelectOption } from './select-options.tsx'

interface QuietSelectProps {
  icon: ReactNode
  label: string
  value: string
  options: SelectOption[]
  onChange: (value: string) => void
}

/** One of several, quietly in a corner: without an edge, its label for screen readers only. */
export function QuietSelect({ icon, label, value, options, onChange }: QuietSelectProps) {
  const id = useId()
  return (
    <span className="relative inline-flex items-center rounded-control text-sm text-muted hover:bg-sunken hover:text-text">
      <span className="pointer-events-none absolute start-2.5">{icon}</span>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field-sizing-content h-11 cursor-pointer appearance-none rounded-control bg-transparent ps-8 pe-8"
      >
        <SelectOptions options={options} />
      </select>
      <span className="pointer-events-none absolute end-2.5">
        <ChevronIcon />
      </span>
    </span>
  )
}
