import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { buttonClasses } from '#ui/button.tsx'
import type { FollowedInvitation } from '../invitation.schema.ts'

interface InvitationPageProps {
  state: FollowedInvitation['state']
  /** The lifetime of this kind of invitation in days, if the invitation has expired. */
  days: number | undefined
  /** The address of the signed-in user; undefined if no user is signed in. */
  viewerEmail: string | undefined
  signOutButton: ReactNode
}

/** The page of an invitation that cannot be accepted. Explains why, and links to the sign-in page. */
export function InvitationPage({ state, days, viewerEmail, signOutButton }: InvitationPageProps) {
  const { t } = useTranslation('invitation')
  return (
    <>
      <h1 className="text-heading font-semibold">{t(`${state}.heading`)}</h1>
      <p className="mt-1 text-muted">{t(`${state}.text`, { days, email: isolateDirection(viewerEmail ?? '') })}</p>
      <Link to="/login" className={`${buttonClasses('primary')} mt-6 w-full`}>
        {viewerEmail === undefined ? t('toLogin') : t('goOn')}
      </Link>
      {viewerEmail !== undefined && <div className="mt-3 text-center">{signOutButton}</div>}
    </>
  )
}
