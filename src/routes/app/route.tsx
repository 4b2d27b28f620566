import { createFileRoute } from '@tanstack/react-router'
import { guardArea } from '#shell/area-guard.ts'
import { AppLayout } from '#shell/app-layout.tsx'
import { AreaEntrance } from '../-area-entrance.tsx'
import { PaletteDoor } from '../-palette-door.tsx'

export const Route = createFileRoute('/app')({
  staticData: { namespaces: ['onboarding'] },
  beforeLoad: ({ context, location }) => guardArea(context.init, 'apps:app', location),
  component: AppRoute,
})

function AppRoute() {
  const { viewer, needsOnboarding } = Route.useRouteContext()
  if (needsOnboarding) return <AreaEntrance viewer={viewer} />
  return (
    <>
      <AppLayout viewer={viewer} />
      <PaletteDoor viewer={viewer} />
    </>
  )
}
