import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

interface DetailHeaderProps {
  title: string
  /** Whether the object is a user, whose avatar is shown beside the title. */
  isPerson?: boolean
  /** The line below the title. */
  lead?: ReactNode
  badges?: ReactNode
  /** A small control beside the title. */
  control?: ReactNode
  /** The actions for the whole object. */
  action?: ReactNode
}

/** The header of an object's page: its name and its properties. */
export function DetailHeader({ title, isPerson = false, lead, badges, control, action }: DetailHeaderProps) {
  return (
    <header className="page-header">
      <div className="flex min-w-0 flex-[1_1_14rem] items-center gap-3">
        {isPerson && <Avatar name={title} className="size-10 text-body" />}
        <div className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
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
