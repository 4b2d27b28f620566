import { displayNameOf } from '#lib/names.ts'
import { Avatar } from './avatar.tsx'
import { TruncatedText } from './truncated-text.tsx'

/** A cell that shows a user: the name above the email address, or only the address if the user has no name yet. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <div className="person">
      <Avatar name={displayNameOf({ name, email })} />
      <div>
        <p className="font-medium text-text">
          <TruncatedText>{displayNameOf({ name, email })}</TruncatedText>
        </p>
        {name !== '' && <TruncatedText>{email}</TruncatedText>}
      </div>
    </div>
  )
}
