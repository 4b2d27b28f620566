import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { UserStatus } from '../user-choices.ts'

/** The badge tone of each status. */
export const STATUS_TONES: Record<UserStatus, BadgeTone> = {
  active: 'success',
  invited: 'accent',
  banned: 'danger',
  'not-onboarded': 'warning',
}

/** The status of a user, as a badge. */
export function UserStatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation('users')
  return <Badge tone={STATUS_TONES[status]}>{t(`statuses.${status}`)}</Badge>
}
