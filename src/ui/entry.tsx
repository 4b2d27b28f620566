import type { ReactNode } from 'react'

interface EntryProps {
  name: string
  children: ReactNode
}

/** An entry of a description list, a fact about an object: its name above its value. */
export function Entry({ name, children }: EntryProps) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
