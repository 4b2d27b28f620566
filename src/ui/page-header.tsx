import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** Search and filters. */
  tools?: ReactNode
  /** The main action of the page. */
  action?: ReactNode
}

/** The top of a page: on wide screens one line, on phones title and action first and the tools below. */
export function PageHeader({ title, tools, action }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-center gap-3">
      <h1 className="min-w-0 flex-[1_1_9rem] text-lg font-semibold break-words">
        <bdi>{title}</bdi>
      </h1>
      {tools && <div className="order-last flex w-full flex-wrap gap-3 lg:order-none lg:w-auto">{tools}</div>}
      {action}
    </header>
  )
}
