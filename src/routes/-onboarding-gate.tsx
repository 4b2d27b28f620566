import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { OnboardingPage } from '#features/onboarding/pages/onboarding-page.tsx'
import { failureInUrl } from '#lib/failure-in-url.ts'
import { textParameter } from '#lib/search-text.ts'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { SignOutForm } from '#shell/sign-out-form.tsx'

/** Stands in place of an area for who has not said their name yet; the asked page appears afterwards. */
export function OnboardingGate({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  const router = useRouter()
  const queryClient = useQueryClient()
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> })

  async function enter() {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }

  return (
    <LoginFrame>
      <OnboardingPage
        email={viewer.email}
        onDone={enter}
        refused={
          search.error === undefined ? undefined : { name: textParameter(search.name), failure: failureInUrl(search) }
        }
        signOutButton={<SignOutForm>{t('signOut')}</SignOutForm>}
      />
    </LoginFrame>
  )
}
