import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { CutText } from '#ui/cut-text.tsx'
import type { Column } from '#ui/data-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { UserRow } from '../users.schema.ts'
import { UserStatusBadge } from './user-status.tsx'

/** The columns of the list of people; on narrow screens both badges share a line. */
export function useUserColumns(): Column<UserRow>[] {
  const { t } = useTranslation(['users', 'common'])
  return [
    { name: 'person', header: t('person'), cell: (row) => <Person {...row} /> },
    {
      name: 'role',
      header: t('role'),
      width: 'max(145px, 14cqi)',
      cell: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{t(`common:roles.${role}`)}</Badge>,
    },
    {
      name: 'status',
      header: t('status'),
      width: 'max(140px, 15cqi)',
      cell: ({ status }) => <UserStatusBadge status={status} />,
    },
    {
      name: 'lastSignIn',
      header: t('lastSignIn'),
      width: 'max(130px, 16cqi)',
      shownFrom: 720,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? t('never') : <RelativeTime at={lastSignInAt} />),
    },
    {
      name: 'created',
      header: t('created'),
      width: 'max(120px, 14cqi)',
      shownFrom: 820,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}

/** Name over e-mail; the e-mail alone for who has not said their name. */
function Person({ id, name, email }: UserRow) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={nameOf({ name, email })} />
      <div className="min-w-0">
        {/* The link covers the row: its title is what a pointer finds beside the name. */}
        <Link to="/manager/users/$id" params={{ id }} title={name && email} className="row-link">
          <CutText>{nameOf({ name, email })}</CutText>
        </Link>
        {name !== '' && (
          <CutText hasTitle={false} className="text-sm">
            {email}
          </CutText>
        )}
      </div>
    </div>
  )
}
