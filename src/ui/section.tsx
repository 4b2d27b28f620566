import { createContext, use, useId, type ReactNode } from 'react'

const IsInGroup = createContext(false)

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

/** A card of a page about one topic, with its heading. In a `SectionGroup`, it is a part of the group's card. */
export function Section({ title, text, anchor, action, isDangerous = false, children }: SectionProps) {
  const id = useId()
  const Heading = use(IsInGroup) ? 'h3' : 'h2'
  return (
    <section id={anchor} aria-labelledby={id} data-dangerous={isDangerous || undefined} className="section">
      <header>
        <Heading id={id}>{title}</Heading>
        {action}
        {text && <p>{text}</p>}
      </header>
      <div>{children}</div>
    </section>
  )
}

/** A heading above one card of several sections, whose titles are beside their contents if there is room. */
export function SectionGroup({ title, anchor, children }: Pick<SectionProps, 'title' | 'anchor' | 'children'>) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="min-w-0 scroll-mt-[calc(var(--stuck-height,0px)+84px)]">
      <h2 id={id} className="mb-3 text-comfortable font-semibold">
        {title}
      </h2>
      <div className="sections has-titles-beside">
        <IsInGroup value>{children}</IsInGroup>
      </div>
    </section>
  )
}

/** An entry of a description list, a fact about an object: its name above its value. Hidden without a value. */
export function DescriptionEntry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 has-[dd:empty]:hidden">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}
