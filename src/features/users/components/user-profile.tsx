import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UndoOffer } from '#bulk/undo-offer.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Entry } from '#ui/entry.tsx'
import { ExactTime } from '#ui/exact-time.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section } from '#ui/section.tsx'
import type { UserDetail } from '../user-detail.schema.ts'

/** The facts about a user: their dates, their ban if any, and the ID that logs contain. */
export function UserProfile({ user }: { user: UserDetail }) {
  const { t } = useTranslation(['user', 'users', 'common'])
  const { id, ban, organizations, createdAt, lastSignInAt } = user
  return (
    <Section title={t('details')}>
      <dl className="grid grid-cols-2 gap-5 xl:grid-cols-3">
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
        {organizations.length > 0 && (
          <Entry name={t('organizations')}>
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
          </Entry>
        )}
        <Entry name={t('id')}>
          <span className="flex items-center gap-1">
            <bdi className="truncate">{id}</bdi>
            <CopyButton text={id} label={t('copyId')} />
          </span>
        </Entry>
      </dl>
      {/* Loaded only in the browser, because undoing needs JavaScript, and few users are banned. */}
      <div className="mt-5 border-t border-hairline pt-5 empty:hidden">{ban && <UndoOffer subjectId={id} />}</div>
    </Section>
  )
}
