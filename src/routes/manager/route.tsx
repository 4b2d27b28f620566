import { createFileRoute } from '@tanstack/react-router'
import { guardArea } from '#shell/area-guard.ts'
import { ManagerLayout } from '#shell/manager-layout.tsx'
import { Area } from '../-area.tsx'

export const Route = createFileRoute('/manager')({
  beforeLoad: ({ context, location }) => guardArea(context, 'apps:manager', location),
  component: ManagerRoute,
})

function ManagerRoute() {
  const { viewer, init } = Route.useRouteContext()
  return <Area viewer={viewer} demo={init.demo} layout={ManagerLayout} />
}
