import type { ReactNode } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'

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
 * The header of a page: title and action in one line, with the same height even without an action. The tools are in the next
 * line, or between title and action if a list has enough room.
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

interface DetailHeaderProps {
  title: string
  /** Whether the object is a user, whose avatar is shown beside the title. */
  isUser?: boolean
  /** The line below the title. */
  lead?: ReactNode
  badges?: ReactNode
  /** A small control beside the title. */
  control?: ReactNode
  /** The actions for the whole object. */
  action?: ReactNode
}

/** The header of an object's page: its name and its properties. */
export function DetailHeader({ title, isUser = false, lead, badges, control, action }: DetailHeaderProps) {
  return (
    <header className="page-header items-start">
      <div className="flex min-w-0 flex-[1_1_20rem] items-center gap-3">
        {isUser && <Avatar name={title} className="size-10 text-body" />}
        <div className="min-w-0">
          <div className="flex min-h-control min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-heading font-semibold break-words">
              <bdi>{title}</bdi>
            </h1>
            {control}
            {badges && <p className="flex flex-wrap gap-2">{badges}</p>}
          </div>
          {lead}
        </div>
      </div>
      {action && <div className="header-actions">{action}</div>}
    </header>
  )
}

interface BreadcrumbProps {
  /** The pages above this one, the topmost first. */
  parents: (Pick<LinkProps, 'to' | 'params'> & { label: string })[]
  /** The name of this page. */
  current: string
  /** The content at the end of the line. */
  aside?: ReactNode
}

/** The path from the top of an area to a page; on phones an arrow back to the page above. */
export function Breadcrumb({ parents, current, aside }: BreadcrumbProps) {
  const { t } = useTranslation()
  return (
    <div className="mb-2 flex items-center justify-between gap-3 text-small text-muted print:hidden">
      <nav aria-label={t('breadcrumb')} className="min-w-0">
        <ol className="flex min-w-0 items-center">
          {parents.map(({ label, ...link }) => (
            <li
              key={label}
              className="flex min-w-0 items-center max-md:not-nth-last-2:hidden md:after:mx-1.5 md:after:[content:'/'_/_'']"
            >
              <Link
                {...link}
                // Without `exact`, the link to a page above would be marked as the current page.
                activeOptions={{ exact: true }}
                className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control hover:text-text hover:underline md:min-h-6"
              >
                <ArrowLeft aria-hidden="true" className="size-5 shrink-0 md:hidden rtl:-scale-x-100" />
                <bdi className="truncate">{label}</bdi>
              </Link>
            </li>
          ))}
          <li aria-current="page" className="min-w-0 truncate max-md:hidden">
            <bdi>{current}</bdi>
          </li>
        </ol>
      </nav>
      {aside}
    </div>
  )
}
