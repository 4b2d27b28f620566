import type { ComponentType } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'
import { AccountPreferences } from '#shell/account-preferences.tsx'
import type { AppInit } from '#shell/app-init.server.ts'
import { useCommandPalette } from './-command-palette.tsx'
import { FreshSignIn } from './-fresh-sign-in.tsx'
import { OnboardingGate } from './-onboarding-gate.tsx'
import { PasskeyOffer } from './-passkey-offer.tsx'

type Layout = ComponentType<{ viewer: Viewer; onSearch: () => void }>

interface AreaProps {
  viewer: Viewer
  demo: AppInit['demo']
  layout: Layout
}

/** An area of who is signed in: its pages in their layout, or what has to be said first. */
export function Area({ viewer, demo, layout }: AreaProps) {
  const isOwn = viewer.impersonationSecondsLeft === null && demo?.isReadOnly !== true
  return (
    <>
      {viewer.needsOnboarding ? <OnboardingGate viewer={viewer} /> : <Pages viewer={viewer} layout={layout} />}
      {isOwn && <AccountPreferences />}
    </>
  )
}

function Pages({ viewer, layout: Layout }: { viewer: Viewer; layout: Layout }) {
  const { openPalette, palette } = useCommandPalette(viewer)
  return (
    <>
      <Layout viewer={viewer} onSearch={openPalette} />
      {palette}
      <PasskeyOffer viewer={viewer} />
      <FreshSignIn email={viewer.email} />
    </>
  )
}
