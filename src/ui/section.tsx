import { useId, type ReactNode } from 'react'

interface SectionProps {
  title: string
  /** A sentence that explains the section. */
  text?: string
  /** The fragment of links to this section. */
  anchor?: string
  /** The actions for the whole section. */
  action?: ReactNode
  /** Whether the section has destructive actions, which the color of its border shows. */
  isDangerous?: boolean
  children: ReactNode
}

/** A card of a page about one topic, with its heading. */
export function Section({ title, text, anchor, action, isDangerous = false, children }: SectionProps) {
  const id = useId()
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className={`min-w-0 scroll-mt-[calc(var(--stuck-height,0px)+84px)] rounded-card border bg-surface p-5 sm:p-6 ${isDangerous ? 'border-danger' : 'border-hairline'}`}
    >
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={id} className="text-comfortable font-semibold">
          {title}
        </h2>
        {action}
        {text && <p className="w-full max-w-[65ch] text-small text-muted">{text}</p>}
      </header>
      {children}
    </section>
  )
}

/** An entry of a description list, a fact about an object: its name above its value. */
export function DescriptionEntry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
