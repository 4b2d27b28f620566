import { Link } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MANAGER_LINKS } from './navigation.ts'

interface ManagerNavigationProps {
  /** Whether only the icons show (`folded:`): their names stay for screen readers, and as titles. */
  isFolded: boolean
  onNavigate?: () => void
}

const PLACE =
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-surface aria-[current=page]:font-medium aria-[current=page]:text-accent'

/** The navigation of the administration, with the way to the user area. */
export function ManagerNavigation({ isFolded, onNavigate }: ManagerNavigationProps) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('mainNavigation')} className="flex flex-1 flex-col gap-1">
      {MANAGER_LINKS.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} onClick={onNavigate} title={isFolded ? t(`nav.${label}`) : undefined} className={PLACE}>
          <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
          <span className="folded:sr-only">{t(`nav.${label}`)}</span>
        </Link>
      ))}
      <Link to="/app" onClick={onNavigate} title={isFolded ? t('nav.app') : undefined} className={`${PLACE} mt-auto`}>
        <ArrowUpRight aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" strokeWidth={1.75} />
        <span className="folded:sr-only">{t('nav.app')}</span>
      </Link>
    </nav>
  )
}
