import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** Whether the page has a title of its own above it. */
  isSection?: boolean
  /** The number of objects that the title names. */
  count?: ReactNode
  /** The search and the filters. */
  tools?: ReactNode
  /** The main action of the page. */
  action?: ReactNode
}

/**
 * The header of a page: title and action in one line, with the same height even without an action. The tools are in the next
 * line, or between title and action if a list has enough room.
 */
export function PageHeader({ title, isSection = false, count, tools, action }: PageHeaderProps) {
  const Heading = isSection ? 'h2' : 'h1'
  return (
    <header className="page-header">
      <div className={isSection ? 'header-title text-roomy' : 'header-title'}>
        <Heading className="min-w-0 font-semibold break-words">
          <bdi>{title}</bdi>
        </Heading>
        {count !== undefined && <span className="text-muted tabular-nums">{count}</span>}
      </div>
      {tools && <div className="header-tools">{tools}</div>}
      {action && <div className="header-actions">{action}</div>}
    </header>
  )
}
