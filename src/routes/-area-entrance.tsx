import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/session.server.ts'
import { OnboardingPage } from '#features/onboarding/pages/onboarding-page.tsx'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { LoginFrame } from '#shell/login-frame.tsx'
import { useSignOut } from '#shell/user-menu.tsx'
import { Button } from '#ui/button.tsx'

/** In place of an area for who has not said their name yet; the asked page appears afterwards. */
export function AreaEntrance({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { leave, isLeaving } = useSignOut()

  async function enter() {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }

  return (
    <LoginFrame>
      <OnboardingPage
        email={viewer.email}
        onDone={enter}
        signOutButton={
          <Button isBusy={isLeaving} onClick={() => void leave()}>
            {t('signOut')}
          </Button>
        }
      />
    </LoginFrame>
  )
}
