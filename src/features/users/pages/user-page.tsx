import { useSuspenseQuery, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#auth/permissions.ts'
import { historyLink } from '#audit/history-link.ts'
import { AuditList } from '#audit/audit-list.tsx'
import { UndoOffer } from '#bulk/undo-offer.tsx'
import { displayNameOf } from '#lib/names.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LoadFailed } from '#ui/empty-state.tsx'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { RelativeTime, ExactTime } from '#ui/relative-time.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { SessionList } from '#ui/session-list.tsx'
import { UserActions } from '../components/user-actions.tsx'
import { UserInvitation } from '../components/user-invitation.tsx'
import { UserStatusBadge } from '../components/user-status.tsx'
import { useUserActions } from '../user-detail.mutations.ts'
import { userQuery, userHistoryQuery, userSessionsQuery } from '../user-detail.queries.ts'
import type { UserDetail } from '../user-detail.schema.ts'

interface UserPageProps {
  id: string
  /** Whether the administrator views their own page. */
  isSelf: boolean
  permissions: Permission[]
  /** The user's passkeys, shown in a section of the page. */
  passkeys: ReactNode
  /** Renders the sections that features add to the page, from the data that they have read. */
  renderParts: (read: Record<string, unknown>) => ReactNode
  /** Renders the text that features add to the dialog that ends all sessions. */
  renderSignOutNotes: (read: Record<string, unknown>) => ReactNode
  onDeleted: () => Promise<void>
}

/** The page of one user, for administrators: profile, sessions, actions and history. */
export function UserPage({
  id,
  isSelf,
  permissions,
  passkeys,
  renderParts,
  renderSignOutNotes,
  onDeleted,
}: UserPageProps) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { data: user } = useSuspenseQuery(userQuery(id))
  const name = displayNameOf(user)
  return (
    <>
      <Breadcrumb parents={[{ to: '/manager/users', label: t('users:title') }]} current={name} />
      <UserHeader
        user={user}
        isSelf={isSelf}
        actions={!isSelf && <UserActions user={user} permissions={permissions} onDeleted={onDeleted} />}
      />
      <div className="grid gap-6">
        <UserFacts user={user} />
        {(user.invitation || user.canBeInvited) && !isSelf && (
          <UserInvitation user={user} permissions={permissions} onDeleted={onDeleted} />
        )}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="sections">
            <UserSessions user={user} isSelf={isSelf} signOutNotes={renderSignOutNotes(user.parts)} />
            {passkeys && user.lastSignInAt !== null && <Section title={t('passkeys')}>{passkeys}</Section>}
            {renderParts(user.parts)}
          </div>
          <UserHistory id={id} />
        </div>
      </div>
    </>
  )
}

interface UserHeaderProps {
  user: UserDetail
  isSelf: boolean
  /** The actions on another user. */
  actions: ReactNode
}

function UserHeader({ user, isSelf, actions }: UserHeaderProps) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { id, name, email, role, status } = user
  return (
    <DetailHeader
      title={displayNameOf({ name, email })}
      isUser
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
        <>
          <Link
            to="/manager/users/$id/update"
            params={{ id }}
            state={{ openedFrom: `/manager/users/${id}` }}
            className={buttonClasses()}
          >
            {t('update')}
          </Link>
          {actions}
        </>
      }
    />
  )
}

function UserHistory({ id }: { id: string }) {
  const { t } = useTranslation('history')
  const query = useInfiniteQuery(userHistoryQuery(id))
  const all = historyLink({ person: id })
  return (
    <Section
      title={t('title')}
      action={
        all && (
          <Link {...all} className="text-link inline-flex min-h-11 items-center md:min-h-6">
            {t('all')}
          </Link>
        )
      }
    >
      {query.isError ? (
        <LoadFailed onRetry={() => void query.refetch()} />
      ) : (
        <AuditList
          entries={query.data?.pages.flatMap((page) => page.rows) ?? []}
          onMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </Section>
  )
}

/** The state of a user at a glance. */
function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { id, ban, organizations, createdAt, lastSignInAt } = user
  return (
    <section aria-label={t('details')} className="section">
      <dl className="flex flex-wrap gap-x-12 gap-y-4">
        {ban && (
          <DescriptionEntry name={t('bannedUntil')}>
            {ban.endsAt === null ? t('noEnd') : <ExactTime at={ban.endsAt} />}
          </DescriptionEntry>
        )}
        {ban?.reason && (
          <DescriptionEntry name={t('banReason')}>
            <p dir="auto" className="max-w-[65ch]">
              {ban.reason}
            </p>
          </DescriptionEntry>
        )}
        <DescriptionEntry name={t('users:lastSignIn')}>
          {lastSignInAt === null ? t('users:never') : <RelativeTime at={lastSignInAt} />}
        </DescriptionEntry>
        <DescriptionEntry name={t('users:created')}>
          <RelativeTime at={createdAt} />
        </DescriptionEntry>
        {organizations.length > 0 && (
          <DescriptionEntry name={t('organizations')}>
            <ul>
              {organizations.map((organization) => (
                <li key={organization.id} className="break-words">
                  <Link to="/manager/repositories" search={{ organization: organization.id }} className="text-link">
                    <bdi>{organization.name}</bdi>
                  </Link>
                  {` · ${t(`memberRoles.${organization.role}`)}`}
                </li>
              ))}
            </ul>
          </DescriptionEntry>
        )}
        <DescriptionEntry name={t('id')}>
          <span className="flex items-center gap-1">
            <bdi className="truncate">{id}</bdi>
            <CopyButton text={id} label={t('copyId')} />
          </span>
        </DescriptionEntry>
      </dl>
      {/* Loaded only in the browser, because undoing needs JavaScript, and few users are banned. */}
      <div className="mt-5 border-t border-hairline pt-5 empty:hidden">{ban && <UndoOffer subjectId={id} />}</div>
    </section>
  )
}

interface UserSessionsProps {
  user: UserDetail
  isSelf: boolean
  /** Additional text in the dialog that ends all sessions. */
  signOutNotes: ReactNode
}

/** The sessions of a user; one or all of them can be ended. Renders nothing for users who have never signed in. */
function UserSessions({ user, isSelf, signOutNotes }: UserSessionsProps) {
  const { t } = useTranslation('user')
  const { id, lastSignInAt } = user
  const name = displayNameOf(user)
  const { data: sessions } = useSuspenseQuery(userSessionsQuery(id))
  const { endSession, endSessions } = useUserActions({ id, name })
  if (lastSignInAt === null && sessions.length === 0) return null
  const canEndAll = sessions.some((session) => !session.isCurrent)
  return (
    <Section
      title={t('sessions')}
      action={
        canEndAll && (
          <ConfirmButton
            summary={isSelf ? t('endAllOthers') : t('endAllSummary', { name })}
            description={
              <>
                {isSelf ? t('endAllOthersQuestion') : t('endAllQuestion', { name })}
                {signOutNotes}
              </>
            }
            action={isSelf ? t('endAllOthers') : t('endAll')}
            onConfirm={() => endSessions(isSelf)}
          />
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-muted">{t('noSessions')}</p>
      ) : (
        <SessionList sessions={sessions} onEnd={endSession} />
      )}
    </Section>
  )
}
