import type { ComponentType } from 'react'
import type { Viewer } from '#auth/current-session.server.ts'
import { frameTools } from '#slots/frame.ts'
import { AccountPreferences } from '#shell/account-preferences.tsx'
import type { AppInit } from '#shell/app-init.server.ts'
import type { RenderFrameTools } from '#shell/frame-tools.ts'
import { RecentAuthentication } from './-recent-authentication.tsx'
import { OnboardingGate } from './-onboarding-gate.tsx'
import { PasskeyOffer } from './-passkey-offer.tsx'

type Layout = ComponentType<{ viewer: Viewer; renderTools: RenderFrameTools }>

interface AreaProps {
  viewer: Viewer
  demo: AppInit['demo']
  layout: Layout
}

/** An area of the signed-in user: its pages in their layout, or the onboarding page. */
export function Area({ viewer, demo, layout }: AreaProps) {
  const isOwn = viewer.impersonationSecondsLeft === null && demo?.isReadOnly !== true
  return (
    <>
      {viewer.needsOnboarding ? <OnboardingGate viewer={viewer} /> : <Pages viewer={viewer} layout={layout} />}
      {isOwn && <AccountPreferences />}
    </>
  )
}

const toolEntries = Object.entries(frameTools)
const renderTools: RenderFrameTools = (isWide = false) =>
  toolEntries.map(([name, { Button }]) => <Button key={name} isWide={isWide} />)

function Pages({ viewer, layout: Layout }: { viewer: Viewer; layout: Layout }) {
  return toolEntries.reduceRight(
    (inside, [name, { Around }]) => (
      <Around key={name} viewer={viewer}>
        {inside}
      </Around>
    ),
    <>
      <Layout viewer={viewer} renderTools={renderTools} />
      <PasskeyOffer viewer={viewer} />
      <RecentAuthentication email={viewer.email} />
    </>,
  )
}
