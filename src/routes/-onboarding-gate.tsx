import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { OnboardingPage } from '#features/onboarding/pages/onboarding-page.tsx'
import { LoginFrame } from '#shell/login-frame.tsx'
import { SignOutForm } from '#shell/sign-out-form.tsx'

/** Replaces an area for users without a name. Once they have entered a name, the requested page appears. */
export function OnboardingGate({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  return (
    <LoginFrame>
      <OnboardingPage
        email={viewer.email}
        name={viewer.name}
        signOutButton={<SignOutForm>{t('signOut')}</SignOutForm>}
      />
    </LoginFrame>
  )
}
