import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** How many there are of what the title names. */
  count?: ReactNode
  /** Search and filters. */
  tools?: ReactNode
  /** The main action of the page. */
  action?: ReactNode
}

/**
 * The top of a page: title and action in one line, as high with an action as without one, and the tools below; between them
 * where a list has the room.
 */
export function PageHeader({ title, count, tools, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-center gap-3">
      <div className="header-title">
        <h1 className="min-w-0 font-semibold break-words">
          <bdi>{title}</bdi>
        </h1>
        {count !== undefined && <span className="text-muted tabular-nums">{count}</span>}
      </div>
      {tools && <div className="header-tools">{tools}</div>}
      {action}
    </header>
  )
}
