import type { ReactNode } from 'react'
import { Avatar } from './avatar.tsx'

interface DetailHeaderProps {
  title: string
  /** Has an avatar of the title: it is a person. */
  isPerson?: boolean
  /** In small letters below the title. */
  lead?: ReactNode
  badges?: ReactNode
  /** A small control beside the title. */
  control?: ReactNode
  /** What can be done with the whole thing. */
  action?: ReactNode
}

/** The top of the page of one thing: what it is called and what it is. */
export function DetailHeader({ title, isPerson = false, lead, badges, control, action }: DetailHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3">
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
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </header>
  )
}
