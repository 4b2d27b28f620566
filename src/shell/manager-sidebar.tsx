import { Link } from '@tanstack/react-router'
import { LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { Viewer } from '#auth/session.server.ts'
import { Mark } from '#ui/icons.tsx'
import { MANAGER_LINKS } from './navigation.ts'
import { UserMenu } from './user-menu.tsx'

interface ManagerSidebarProps {
  viewer: Viewer
  /** Icons only; the words stay for screen readers and as titles. */
  isCollapsed?: boolean
  /** A control beside the product's name. */
  control: ReactNode
  /** Told when a place was chosen. */
  onLeave?: () => void
}

/** The places of the administration, and who is here. Fills its box from top to bottom. */
export function ManagerSidebar({ viewer, isCollapsed = false, control, onLeave }: ManagerSidebarProps) {
  const { t } = useTranslation()
  return (
    <div className={`flex h-full flex-col ${isCollapsed ? 'items-center px-2 py-4' : 'p-4'}`}>
      <div className={`flex min-h-11 items-center ${isCollapsed ? 'flex-col gap-2' : 'justify-between'}`}>
        <Link
          to="/manager/dashboard"
          className="flex items-center gap-2.5 rounded-control font-semibold"
          onClick={onLeave}
        >
          <Mark className="size-8" />
          <span className={isCollapsed ? 'sr-only' : 'text-md'}>{appConfig.name}</span>
        </Link>
        {control}
      </div>
      <nav aria-label={t('mainNavigation')} className="mt-4 flex w-full flex-1 flex-col gap-1">
        {MANAGER_LINKS.map(({ to, label, icon: Icon }) => (
          <Place key={to} to={to} label={t(`nav.${label}`)} isCollapsed={isCollapsed} onLeave={onLeave}>
            <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
          </Place>
        ))}
        <div className="mt-auto" />
        <Place to="/app" label={t('nav.app')} isCollapsed={isCollapsed} onLeave={onLeave}>
          <LayoutGrid aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
        </Place>
      </nav>
      <div className="mt-2 w-full border-t border-hairline pt-2">
        <UserMenu viewer={viewer} opens="up" isNarrow={isCollapsed} />
      </div>
    </div>
  )
}

interface PlaceProps {
  to: '/app' | (typeof MANAGER_LINKS)[number]['to']
  label: string
  isCollapsed: boolean
  onLeave: (() => void) | undefined
  /** The icon. */
  children: ReactNode
}

function Place({ to, label, isCollapsed, onLeave, children }: PlaceProps) {
  return (
    <Link
      to={to}
      onClick={onLeave}
      title={isCollapsed ? label : undefined}
      className={`flex min-h-11 items-center gap-3 rounded-control text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-surface aria-[current=page]:font-medium aria-[current=page]:text-accent ${isCollapsed ? 'justify-center' : 'px-3'}`}
    >
      {children}
      <span className={isCollapsed ? 'sr-only' : ''}>{label}</span>
    </Link>
  )
}
