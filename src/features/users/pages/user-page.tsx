import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { DetailHeader } from '#ui/detail-header.tsx'
import { Section } from '#ui/section.tsx'
import { UserActions, type AllowedUserActions } from '../components/user-actions.tsx'
import { UserHistory } from '../components/user-history.tsx'
import { UserInvitation } from '../components/user-invitation.tsx'
import { UserProfile } from '../components/user-profile.tsx'
import { UserSessions } from '../components/user-sessions.tsx'
import { UserStatusBadge } from '../components/user-status.tsx'
import { userQuery } from '../user-detail.queries.ts'
import type { UserDetail } from '../user-detail.schema.ts'

interface UserPageProps {
  id: string
  /** Whether the administrator views their own page. */
  isSelf: boolean
  can: AllowedUserActions & { invite: boolean }
  /** The user's passkeys; absent for viewers who cannot see them. */
  passkeys: ReactNode
  /** Render the content that features add: sections of the page, and text in the dialog that ends all sessions. */
  renderParts: (read: Record<string, unknown>) => ReactNode
  renderEndingNotes: (read: Record<string, unknown>) => ReactNode
  onDeleted: () => Promise<void>
}

/** The page of one user, for administrators: profile, sessions, actions and history. */
export function UserPage({ id, isSelf, can, passkeys, renderParts, renderEndingNotes, onDeleted }: UserPageProps) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { data: user } = useSuspenseQuery(userQuery(id))
  const name = nameOf(user)
  return (
    <>
      <Breadcrumb parents={[{ to: '/manager/users', label: t('users:title') }]} current={name} />
      <UserHeader user={user} isSelf={isSelf} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <UserProfile user={user} />
          {(user.invitation || user.canBeInvited) && !isSelf && (
            <UserInvitation user={user} can={{ invite: can.invite, withdraw: can.delete }} onDeleted={onDeleted} />
          )}
          <UserSessions id={id} name={name} isSelf={isSelf} endingNotes={renderEndingNotes(user.parts)} />
          {passkeys && <Section title={t('passkeys')}>{passkeys}</Section>}
          {renderParts(user.parts)}
          {!isSelf && <UserActions user={user} can={can} onDeleted={onDeleted} />}
        </div>
        <UserHistory id={id} />
      </div>
    </>
  )
}

function UserHeader({ user, isSelf }: { user: UserDetail; isSelf: boolean }) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { id, name, email, role, status } = user
  return (
    <DetailHeader
      title={nameOf({ name, email })}
      isPerson
      lead={
        <p className="flex min-w-0 items-center gap-1 text-small text-muted">
          <bdi className="truncate">{email}</bdi>
          <CopyButton text={email} label={t('copyEmail')} />
        </p>
      }
      badges={
        <>
          <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{t(`common:roles.${role}`)}</Badge>
          <UserStatusBadge status={status} />
          {isSelf && <Badge tone="neutral">{t('you')}</Badge>}
        </>
      }
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
  )
}
