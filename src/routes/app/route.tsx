import { createFileRoute } from '@tanstack/react-router'
import { guardArea } from '#shell/area-guard.ts'
import { AppLayout } from '#shell/app-layout.tsx'
import { OnboardingGate } from '../-onboarding-gate.tsx'
import { CommandPaletteShortcut } from '../-command-palette-shortcut.tsx'

export const Route = createFileRoute('/app')({
  staticData: { namespaces: ['onboarding'] },
  beforeLoad: ({ context, location }) => guardArea(context.init, 'apps:app', location),
  component: AppRoute,
})

function AppRoute() {
  const { viewer, needsOnboarding } = Route.useRouteContext()
  if (needsOnboarding) return <OnboardingGate viewer={viewer} />
  return (
    <>
      <AppLayout viewer={viewer} />
      <CommandPaletteShortcut viewer={viewer} />
    </>
  )
}
