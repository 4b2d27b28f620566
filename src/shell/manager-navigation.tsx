import { Link } from '@tanstack/react-router'
import { ArrowLeftRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { linksOf } from '#features.ui.ts'

/** The navigation of the administration, with a link to the user area. `onNavigate` is called on each click. */
export function ManagerNavigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('mainNavigation')} className="flex flex-1 flex-col gap-0.5">
      {linksOf('manager').map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ includeSearch: false }} onClick={onNavigate} className="place">
          <Icon aria-hidden="true" />
          <span className="place-name">{t(`nav.${label}`)}</span>
        </Link>
      ))}
      <Link to="/app" onClick={onNavigate} className="place mt-auto">
        <ArrowLeftRight aria-hidden="true" />
        <span className="place-name">{t('nav.app')}</span>
      </Link>
    </nav>
  )
}
