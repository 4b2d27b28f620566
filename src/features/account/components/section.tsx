import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** What cannot be undone has an edge that says so. */
  isDangerous?: boolean
  children: ReactNode
}

/** A card of the account page, about one matter. */
export function Section({ title, isDangerous = false, children }: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`rounded-card border bg-surface p-5 sm:p-6 ${isDangerous ? 'border-danger' : 'border-hairline'}`}
    >
      <h2 id={id} className="mb-4 text-md font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
