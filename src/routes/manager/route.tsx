import { createFileRoute } from '@tanstack/react-router'
import { guardArea } from '#shell/area-guard.ts'
import { ManagerLayout } from '#shell/manager-layout.tsx'
import { OnboardingGate } from '../-onboarding-gate.tsx'
import { CommandPaletteShortcut } from '../-command-palette-shortcut.tsx'

export const Route = createFileRoute('/manager')({
  staticData: { namespaces: ['onboarding'] },
  beforeLoad: ({ context, location }) => guardArea(context.init, 'apps:manager', location),
  component: ManagerRoute,
})

function ManagerRoute() {
  const { viewer, needsOnboarding } = Route.useRouteContext()
  if (needsOnboarding) return <OnboardingGate viewer={viewer} />
  return (
    <>
      <ManagerLayout viewer={viewer} />
      <CommandPaletteShortcut viewer={viewer} />
    </>
  )
}
