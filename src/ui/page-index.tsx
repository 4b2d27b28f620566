import { useEffect, useRef, useState, type ReactNode } from 'react'
import { ChevronIcon } from './icons.tsx'
import { useDismissibleDetails } from './use-dismissible-details.ts'

/** The part of the window in which a section counts as the current one: the upper third, without the menu. */
const READING_AREA = '-60px 0px -67% 0px'

interface PageIndexProps {
  label: string
  /** The sections of the page by their IDs, in groups that can have a title each. */
  groups: { title?: string; sections: { id: string; name: string }[] }[]
  /** The language of the names, if it is not the page's. */
  lang?: 'en'
  /** The sections. */
  children: ReactNode
}

/**
 * A long page with an index of its sections: beside them on wide screens, and on narrow ones a menu that stays at the top.
 * @public features that an app can remove use it
 */
export function PageIndex({ label, groups, lang, children }: PageIndexProps) {
  const sections = groups.flatMap((group) => group.sections)
  const currentId = useCurrentId(sections.map(({ id }) => id).join(' ')) || sections[0]?.id
  const menu = useDismissibleDetails()
  const index = useRef<HTMLElement>(null)
  useEffect(() => {
    index.current?.querySelector(`[href="#${currentId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  const links = groups.map(({ title = '', sections: ofGroup }) => (
    <div key={title} lang={lang} dir={lang && 'ltr'} className="mb-4">
      {title !== '' && <p className="mb-1 px-2 text-small font-semibold capitalize">{title}</p>}
      <ul>
        {ofGroup.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === currentId ? 'location' : undefined}
              className="flex min-h-11 items-center rounded-control px-2 py-1 text-small text-muted hover:bg-sunken hover:text-text aria-[current]:bg-accent-surface aria-[current]:font-medium aria-[current]:text-accent lg:min-h-7"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-8">
      <nav
        ref={index}
        aria-label={label}
        className="sticky top-0 -my-6 max-h-dvh self-start overflow-y-auto py-6 max-lg:hidden print:hidden"
      >
        {links}
      </nav>
      <details {...menu} className="sticky top-0 z-10 -mx-6 border-y border-hairline bg-page lg:hidden print:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-6 font-medium">
          {label}
          <span className="min-w-0 flex-1 truncate text-end font-normal text-muted">
            <bdi lang={lang}>{sections.find(({ id }) => id === currentId)?.name}</bdi>
          </span>
          <ChevronIcon />
        </summary>
        <nav aria-label={label} className="max-h-[70dvh] overflow-y-auto border-t border-hairline px-6 py-3">
          {links}
        </nav>
      </details>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:pb-[40dvh]">{children}</div>
    </div>
  )
}

/** Returns the ID of the section that is being read: the first one in the upper part of the window. */
function useCurrentId(ids: string): string {
  const [currentId, setCurrentId] = useState('')
  useEffect(() => {
    const shown = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) shown[isIntersecting ? 'add' : 'delete'](target.id)
        setCurrentId((before) => ids.split(' ').find((id) => shown.has(id)) ?? before)
      },
      { rootMargin: READING_AREA },
    )
    for (const section of document.querySelectorAll('section[id]')) observer.observe(section)
    return () => observer.disconnect()
  }, [ids])
  return currentId
}
