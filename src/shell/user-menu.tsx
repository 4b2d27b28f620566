import { Link } from '@tanstack/react-router'
import { CircleUser, LogOut } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { navigationLinksOf } from '#features.ui.ts'
import { AccountMenu } from '#ui/account-menu.tsx'
import { NewOrganizationLink, OrganizationChoices } from './organization-switcher.tsx'
import { LanguageSwitcher, ThemeSwitcher } from './preferences.tsx'
import { SignOutForm } from './sign-out-form.tsx'

interface UserMenuProps {
  viewer: Viewer
  place: ComponentProps<typeof AccountMenu>['place']
  /** The account page of the area. */
  account: '/app/account' | '/manager/account'
}

/** The account menu of the signed-in user. */
export function UserMenu({ viewer, place, account }: UserMenuProps) {
  const { t } = useTranslation()
  const { name, email, organizations } = viewer
  const preferences = (
    <>
      <LanguageSwitcher />
      <ThemeSwitcher />
    </>
  )
  return (
    <AccountMenu name={name} email={email} place={place} preferences={preferences}>
      {organizations && place === 'header' && (
        <div className="panel-group lg:hidden">
          <p className="panel-text text-small text-muted">{t('owner.label')}</p>
          <OrganizationChoices viewer={viewer} />
          <NewOrganizationLink />
        </div>
      )}
      <div className="panel-group">
        <Link to={account} className="place">
          <CircleUser aria-hidden="true" />
          {t('accountSettings')}
        </Link>
        {/* The sidebar of the administration has a second account menu, so only the menu in the header has these links. */}
        {place === 'header' &&
          navigationLinksOf('menu').map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} className="place">
              <Icon aria-hidden="true" />
              {t(`nav.${label}`)}
            </Link>
          ))}
      </div>
      <SignOutForm className="panel-group">
        <LogOut aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {t('signOut')}
      </SignOutForm>
    </AccountMenu>
  )
}
