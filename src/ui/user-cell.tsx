import type { ReactNode } from 'react'
import { displayNameOf } from '#lib/names.ts'
import { Avatar } from './avatar.tsx'
import { TruncatedText } from './truncated-text.tsx'

interface UserCellProps {
  name: string
  email: string
  /** Wraps the first line in the link of the row. */
  linkAround?: (line: ReactNode) => ReactNode
}

/** A cell that shows a user: the name above the email address, or only the address if the user has no name yet. */
export function UserCell({ name, email, linkAround }: UserCellProps) {
  const line = <TruncatedText>{displayNameOf({ name, email })}</TruncatedText>
  return (
    <div className="user">
      <Avatar name={displayNameOf({ name, email })} />
      <div>
        {linkAround?.(line) ?? <p className="font-medium text-text">{line}</p>}
        {name !== '' && <TruncatedText>{email}</TruncatedText>}
      </div>
    </div>
  )
}
