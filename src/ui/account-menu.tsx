import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { displayNameOf } from '#lib/names.ts'
import { Avatar } from './avatar.tsx'
import { useDismissibleDetails } from './use-dismissible-details.ts'

const PANEL_CLASSES = {
  header: 'top-full end-0 mt-2',
  sidebar: 'bottom-full start-0 mb-2 collapsed:bottom-0 collapsed:start-full collapsed:ms-3 collapsed:mb-0',
} as const

interface AccountMenuProps {
  /** The name of the user; empty if they have not entered one. */
  name: string
  email: string
  /** The position of the menu, which decides where the panel opens. */
  place: keyof typeof PANEL_CLASSES
  preferences: ReactNode
  /** The items at the end, such as the sign-out button. */
  children: ReactNode
}

/** The menu of the signed-in user: name, email, preferences, and the items at the end. */
export function AccountMenu({ name, email, place, preferences, children }: AccountMenuProps) {
  const { t } = useTranslation()
  const called = displayNameOf({ name, email })
  return (
    <details {...useDismissibleDetails()} className="group relative min-w-0">
      <summary className="account-button">
        <span className="sr-only">{t('userMenu')}</span>
        <Avatar name={called} />
        <bdi>{called}</bdi>
        <ChevronDown aria-hidden="true" />
      </summary>
      <div className={`account-panel ${PANEL_CLASSES[place]}`}>
        <div className="panel-text py-1">
          <p className="text-small text-muted">{t('signedInAs')}</p>
          <p className="font-medium">
            <bdi>{name}</bdi>
          </p>
          <p className="text-small break-all text-muted">
            <bdi>{email}</bdi>
          </p>
        </div>
        <div className="panel-group account-preferences">{preferences}</div>
        {children}
      </div>
    </details>
  )
}
