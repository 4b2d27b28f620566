import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronIcon } from '#ui/icons.tsx'
import { useDismissibleDetails } from '#ui/use-dismissible-details.ts'
import type { ReferenceOperation } from '../api-reference.server.ts'

/** The part of the window in which an operation counts as the current one: the upper third, without the menu. */
const READING_AREA = '-60px 0px -67% 0px'

/** The index of operations: beside them on wide screens, and on narrow ones a menu that stays at the top. */
export function ReferenceIndex({ operations }: { operations: ReferenceOperation[] }) {
  const { t } = useTranslation('api-reference')
  const currentId = useCurrentId(operations)
  const menu = useDismissibleDetails()
  const index = useRef<HTMLElement>(null)
  useEffect(() => {
    index.current?.querySelector(`[href="#${currentId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  const links = <IndexLinks operations={operations} currentId={currentId} />
  return (
    <>
      <nav
        ref={index}
        aria-label={t('index')}
        className="sticky top-0 -my-10 max-h-dvh self-start overflow-y-auto py-10 max-lg:hidden print:hidden"
      >
        {links}
      </nav>
      <details {...menu} className="sticky top-0 z-10 -mx-6 border-b border-hairline bg-page lg:hidden print:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-6 font-medium">
          {t('index')}
          <span className="min-w-0 flex-1 truncate text-end font-normal text-muted">
            <bdi lang="en">{operations.find(({ id }) => id === currentId)?.summary}</bdi>
          </span>
          <ChevronIcon />
        </summary>
        <nav aria-label={t('index')} className="max-h-[70dvh] overflow-y-auto border-t border-hairline px-6 py-3">
          {links}
        </nav>
      </details>
    </>
  )
}

function IndexLinks({ operations, currentId }: { operations: ReferenceOperation[]; currentId: string }) {
  return Object.entries(Object.groupBy(operations, ({ tag }) => tag)).map(([tag, ofTag = []]) => (
    <div key={tag} lang="en" dir="ltr" className="mb-4">
      <p className="mb-1 px-2 text-small font-semibold capitalize">{tag}</p>
      <ul>
        {ofTag.map(({ id, summary }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === currentId ? 'location' : undefined}
              className="flex min-h-11 items-center rounded-control px-2 py-1 text-small text-muted hover:bg-sunken hover:text-text aria-[current]:bg-accent-surface aria-[current]:font-medium aria-[current]:text-accent lg:min-h-7"
            >
              {summary}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Returns the ID of the operation that is being read: the first one in the upper part of the window. */
function useCurrentId(operations: ReferenceOperation[]): string {
  const [currentId, setCurrentId] = useState('')
  useEffect(() => {
    const shown = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) shown[isIntersecting ? 'add' : 'delete'](target.id)
        setCurrentId(operations.find(({ id }) => shown.has(id))?.id ?? '')
      },
      { rootMargin: READING_AREA },
    )
    for (const section of document.querySelectorAll('section[id]')) observer.observe(section)
    return () => observer.disconnect()
  }, [operations])
  return currentId
}
