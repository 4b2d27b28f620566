import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { buttonClasses } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { UserActions, type AllowedUserActions } from '../components/user-actions.tsx'
import { UserHistory } from '../components/user-history.tsx'
import { UserProfile } from '../components/user-profile.tsx'
import { UserSessions } from '../components/user-sessions.tsx'
import { userQuery } from '../user-detail.queries.ts'

interface UserPageProps {
  id: string
  /** The administrator looks at their own page. */
  isSelf: boolean
  can: AllowedUserActions
  onDeleted: () => Promise<void>
}

/** The page of one person, for administrators: who they are, their sessions, what can be done, what was done. */
export function UserPage({ id, isSelf, can, onDeleted }: UserPageProps) {
  const { t } = useTranslation('user')
  const { data: user } = useSuspenseQuery(userQuery(id))
  const name = nameOf(user)
  return (
    <>
      <PageHeader
        title={name}
        action={
          <Link
            to="/manager/users/$id/update"
            params={{ id }}
            state={{ openedFrom: `/manager/users/${id}` }}
            className={buttonClasses()}
          >
            {t('update')}
          </Link>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-6">
          <UserProfile user={user} isSelf={isSelf} />
          <UserSessions id={id} name={name} isSelf={isSelf} />
        </div>
        {!isSelf && (
          <div className="grid gap-6 lg:row-span-2">
            <UserActions user={user} can={can} onDeleted={onDeleted} />
          </div>
        )}
        <div className="min-w-0 lg:col-start-1">
          <UserHistory id={id} />
        </div>
      </div>
    </>
  )
}
