import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Column } from '#ui/data-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { UserRow } from '../users.schema.ts'
import { UserStatusBadge } from './user-status.tsx'

/** The columns of the list of people; on phones both badges share a line. */
export function useUserColumns(): Column<UserRow>[] {
  const { t } = useTranslation(['users', 'common'])
  return [
    { name: 'person', header: t('person'), cell: (row) => <Person {...row} /> },
    {
      name: 'role',
      header: t('role'),
      cell: ({ role, status }) => (
        <span className="flex flex-wrap gap-2 max-md:ps-11">
          <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{t(`common:roles.${role}`)}</Badge>
          <span className="md:hidden">
            <UserStatusBadge status={status} />
          </span>
        </span>
      ),
    },
    {
      name: 'status',
      header: t('status'),
      isOnPhones: false,
      cell: ({ status }) => <UserStatusBadge status={status} />,
    },
    {
      name: 'lastSignIn',
      header: t('lastSignIn'),
      isOnPhones: false,
      cell: ({ lastSignInAt }) => (
        <span className="whitespace-nowrap text-muted">
          {lastSignInAt === null ? t('never') : <RelativeTime at={lastSignInAt} />}
        </span>
      ),
    },
    {
      name: 'created',
      header: t('created'),
      isOnPhones: false,
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap text-muted">
          <RelativeTime at={createdAt} />
        </span>
      ),
    },
  ]
}

/** Name over e-mail; the e-mail alone for who has not said their name. */
function Person({ id, name, email }: UserRow) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name || email} />
      <div className="min-w-0">
        {/* The link covers the row, so that the whole of it can be clicked. */}
        <Link
          to="/manager/users/$id"
          params={{ id }}
          className="block max-w-[40ch] font-medium after:absolute after:inset-0"
        >
          <bdi>{name || email}</bdi>
        </Link>
        {name !== '' && (
          <span className="block max-w-[40ch] text-sm text-muted">
            <bdi>{email}</bdi>
          </span>
        )}
      </div>
    </div>
  )
}
