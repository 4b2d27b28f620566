import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Entry } from '#ui/entry.tsx'
import { ExactTime } from '#ui/exact-time.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { UserDetail } from '../user-detail.schema.ts'
import { Section } from './section.tsx'
import { UserStatusBadge } from './user-status.tsx'

/** The profile of a person: name, address, role, status, dates. */
export function UserProfile({ user, isSelf }: { user: UserDetail; isSelf: boolean }) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { email, role, status, ban, createdAt, lastSignInAt } = user
  return (
    <Section title={t('title')}>
      <div className="mb-5 flex items-center gap-3">
        <Avatar name={nameOf(user)} />
        <p className="min-w-0">
          <bdi className="block font-medium">{nameOf(user)}</bdi>
          {isSelf && <span className="text-sm text-muted">{t('you')}</span>}
        </p>
      </div>
      <dl className="grid gap-5 sm:grid-cols-2">
        <Entry name={t('users:email')}>
          <bdi className="break-all">{email}</bdi>
        </Entry>
        <Entry name={t('users:role')}>
          <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{t(`common:roles.${role}`)}</Badge>
        </Entry>
        <Entry name={t('users:status')}>
          <UserStatusBadge status={status} />
        </Entry>
        <Entry name={t('users:created')}>
          <RelativeTime at={createdAt} />
        </Entry>
        <Entry name={t('users:lastSignIn')}>
          {lastSignInAt === null ? t('users:never') : <RelativeTime at={lastSignInAt} />}
        </Entry>
        {ban && (
          <Entry name={t('bannedUntil')}>{ban.endsAt === null ? t('noEnd') : <ExactTime at={ban.endsAt} />}</Entry>
        )}
        {ban?.reason && (
          <Entry name={t('banReason')}>
            <p dir="auto" className="max-w-[65ch]">
              {ban.reason}
            </p>
          </Entry>
        )}
      </dl>
    </Section>
  )
}
