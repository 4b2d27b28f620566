import { createFileRoute } from '@tanstack/react-router'
import { guardArea } from '#shell/area-guard.ts'
import { ManagerLayout } from '#shell/manager-layout.tsx'
import { AreaEntrance } from '../-area-entrance.tsx'
import { PaletteDoor } from '../-palette-door.tsx'

export const Route = createFileRoute('/manager')({
  staticData: { namespaces: ['onboarding'] },
  beforeLoad: ({ context, location }) => guardArea(context.init, 'apps:manager', location),
  component: ManagerRoute,
})

function ManagerRoute() {
  const { viewer, needsOnboarding } = Route.useRouteContext()
  if (needsOnboarding) return <AreaEntrance viewer={viewer} />
  return (
    <>
      <ManagerLayout viewer={viewer} />
      <PaletteDoor viewer={viewer} />
    </>
  )
}
