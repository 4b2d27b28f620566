import { useRouteContext, useSearch } from '@tanstack/react-router'
import { AccountPage } from '#features/account/pages/account-page.tsx'
import { MyPasskeys } from '#features/passkeys/components/my-passkeys.tsx'
import { MyRecoveryCodes } from '#features/passkeys/components/my-recovery-codes.tsx'
import { LanguageSwitcher, ThemeSwitcher } from '#shell/preferences.tsx'
import { useSignOut } from '#shell/use-sign-out.ts'
import { validAddressIn } from './-load-account.ts'

/** The account page, with selects for language and theme, and with a button to sign out. */
export function Account({ area }: { area: 'app' | 'manager' }) {
  const from = `/${area}/account` as const
  const search = useSearch({ from })
  const { viewer } = useRouteContext({ from: `/${area}` })
  const { signOut, leave } = useSignOut()

  return (
    <AccountPage
      name={viewer.name}
      email={viewer.email}
      isImpersonated={viewer.impersonationSecondsLeft !== null}
      search={{ ...search, newEmail: validAddressIn(search.newEmail) }}
      preferences={
        <>
          <LanguageSwitcher isField />
          <ThemeSwitcher isField />
        </>
      }
      passkeys={
        <>
          {/* Read-only while an administrator must still show a passkey, which happens on the way to the manager area. */}
          <MyPasskeys isReadOnly={viewer.impersonationSecondsLeft !== null || viewer.needsSecondFactor} />
          {viewer.permissions.includes('apps:manager') && <MyRecoveryCodes />}
        </>
      }
      onSignOut={signOut}
      onDeleted={leave}
    />
  )
}
