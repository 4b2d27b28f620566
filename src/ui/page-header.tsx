import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** The number of objects that the title names. */
  count?: ReactNode
  /** The search and the filters. */
  tools?: ReactNode
  /** The main action of the page. */
  action?: ReactNode
}

/**
 * The header of a page: title and action in one line, which has the same height without an action, and the tools below, or
 * between them if a list has enough room.
 */
export function PageHeader({ title, count, tools, action }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="header-title">
        <h1 className="min-w-0 font-semibold break-words">
          <bdi>{title}</bdi>
        </h1>
        {count !== undefined && <span className="text-muted tabular-nums">{count}</span>}
      </div>
      {tools && <div className="header-tools">{tools}</div>}
      {action && <div className="header-actions">{action}</div>}
    </header>
  )
}
