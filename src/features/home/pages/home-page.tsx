import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'

interface HomePageProps {
  name: string
  email: string
  role: 'admin' | 'user'
  canManage: boolean
}

/** Where a person arrives in the user area. */
export function HomePage({ name, email, role, canManage }: HomePageProps) {
  const { t } = useTranslation(['home', 'common'])
  return (
    <>
      <h1 className="text-xl font-semibold">{t('greeting', { name })}</h1>
      <p className="mt-1 text-muted">{t('lead')}</p>
      <dl className="mt-6 grid gap-4 rounded-card border border-hairline bg-surface p-6 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">{t('email')}</dt>
          <dd className="break-all">
            <bdi>{email}</bdi>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('role')}</dt>
          <dd>{t(`common:roles.${role}`)}</dd>
        </div>
      </dl>
      {canManage && (
        <Link to="/manager/dashboard" className={`${buttonClasses()} mt-6`}>
          {t('openManager')}
        </Link>
      )}
    </>
  )
}
