import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** Search and filters. */
  tools?: ReactNode
  /** The main action of the page. */
  action?: ReactNode
}

/** The top of a page: title and action in one line, however long words are in a language, and the tools below. */
export function PageHeader({ title, tools, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-center gap-3">
      <h1 className="min-w-0 flex-[1_1_9rem] text-lg font-semibold break-words">
        <bdi>{title}</bdi>
      </h1>
      {action}
      {tools && <div className="flex w-full flex-wrap gap-3 max-sm:*:grow">{tools}</div>}
    </header>
  )
}
