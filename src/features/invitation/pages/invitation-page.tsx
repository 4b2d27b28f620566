import { Link, useLoaderData, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { buttonClasses } from '#ui/button.tsx'

/** The page of an invitation that cannot be accepted. Explains why, and links to the sign-in page. */
export function InvitationPage({ signOutButton }: { signOutButton: ReactNode }) {
  const { t } = useTranslation('invitation')
  const { state, days } = useLoaderData({ from: '/invitation' })
  const viewerEmail = useRouteContext({ from: '__root__' }).init.viewer?.email
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
