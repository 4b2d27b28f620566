import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** A sentence that explains the section. */
  text?: string
  children: ReactNode
}

/** A section of the system page, with its heading. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-hairline bg-surface p-5 sm:p-6">
      <h2 id={id} className="text-roomy font-semibold">
        {title}
      </h2>
      {text && <p className="mt-1 max-w-[65ch] text-small text-muted">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
