import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** What can be done with all of it. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a person's page, with its heading. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-hairline bg-surface p-5 sm:p-6">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-md font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
