import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { CutText } from '#ui/cut-text.tsx'
import type { Column } from '#ui/list-head.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { RowLink } from '#ui/row-link.tsx'
import type { UserRow } from '../users.schema.ts'
import { STATUS_TONES } from './user-status.tsx'

/** The columns of the list of users; on narrow screens both badges share a line. */
export function useUserColumns(): Column<UserRow>[] {
  const { t } = useTranslation(['users', 'common'])
  // Translate once for all rows.
  const roles = t('common:roles', { returnObjects: true })
  const statuses = t('statuses', { returnObjects: true })
  return [
    {
      name: 'person',
      header: t('person'),
      isPerson: true,
      order: { sort: 'name', direction: 'ascending' },
      cell: (row) => <Person {...row} />,
    },
    {
      name: 'role',
      header: t('role'),
      width: 'max(145px, 14cqi)',
      cell: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{roles[role]}</Badge>,
    },
    {
      name: 'status',
      header: t('status'),
      width: 'max(140px, 15cqi)',
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{statuses[status]}</Badge>,
    },
    {
      name: 'lastSignIn',
      header: t('lastSignIn'),
      width: 'var(--time-column)',
      shownFrom: 720,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? t('never') : <RelativeTime at={lastSignInAt} />),
    },
    {
      name: 'created',
      header: t('created'),
      width: 'var(--time-column)',
      shownFrom: 880,
      order: { sort: 'newest', direction: 'descending' },
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}

/** Shows the user's name above the email address, or only the address if the user has no name yet. */
function Person({ id, name, email }: UserRow) {
  return (
    <div className="person">
      <Avatar name={nameOf({ name, email })} />
      <div>
        <RowLink to="/manager/users/$id" id={id} title={name && email}>
          <CutText>{nameOf({ name, email })}</CutText>
        </RowLink>
        {name !== '' && <CutText hasTitle={false}>{email}</CutText>}
      </div>
    </div>
  )
}
