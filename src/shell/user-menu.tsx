import { LogOut } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { AccountMenu } from '#ui/account-menu.tsx'
import { LanguageSwitcher, ThemeSwitcher } from './preferences.tsx'
import { SignOutForm } from './sign-out-form.tsx'

interface UserMenuProps {
  viewer: Viewer
  place: ComponentProps<typeof AccountMenu>['place']
}

/** The account menu of who is signed in. */
export function UserMenu({ viewer: { name, email }, place }: UserMenuProps) {
  const { t } = useTranslation()
  const preferences = (
    <>
      <LanguageSwitcher />
      <ThemeSwitcher />
    </>
  )
  return (
    <AccountMenu name={name} email={email} place={place} preferences={preferences}>
      <SignOutForm className="w-full">
        <LogOut aria-hidden="true" className="size-4 rtl:-scale-x-100" strokeWidth={1.75} />
        {t('signOut')}
      </SignOutForm>
    </AccountMenu>
  )
}
