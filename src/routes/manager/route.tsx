import { createFileRoute } from '@tanstack/react-router'
import type { Viewer } from '#auth/current-session.server.ts'
import { AccountPreferences } from '#shell/account-preferences.tsx'
import { guardArea } from '#shell/area-guard.ts'
import { ManagerLayout } from '#shell/manager-layout.tsx'
import { OnboardingGate } from '../-onboarding-gate.tsx'
import { useCommandPalette } from '../-command-palette.tsx'
import { PasskeyOffer } from '../-passkey-offer.tsx'
import { FreshSignIn } from '../-fresh-sign-in.tsx'

export const Route = createFileRoute('/manager')({
  beforeLoad: ({ context, location }) => guardArea(context, 'apps:manager', location),
  component: ManagerRoute,
})

function ManagerRoute() {
  const { viewer, needsOnboarding, init } = Route.useRouteContext()
  const isOwn = viewer.impersonationSecondsLeft === null && init.demo?.isReadOnly !== true
  return (
    <>
      {needsOnboarding ? <OnboardingGate viewer={viewer} /> : <Area viewer={viewer} />}
      {isOwn && <AccountPreferences />}
    </>
  )
}

function Area({ viewer }: { viewer: Viewer }) {
  const { openPalette, palette } = useCommandPalette(viewer)
  return (
    <>
      <ManagerLayout viewer={viewer} onSearch={openPalette} />
      {palette}
      <PasskeyOffer viewer={viewer} />
      <FreshSignIn email={viewer.email} />
    </>
  )
}
