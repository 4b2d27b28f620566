import { createFileRoute } from '@tanstack/react-router'
import { guardArea } from '#shell/area-guard.ts'
import { AppLayout } from '#shell/app-layout.tsx'
import { Area } from '../-area.tsx'

export const Route = createFileRoute('/app')({
  beforeLoad: ({ context, location }) => guardArea(context, 'apps:app', location),
  component: AppRoute,
})

function AppRoute() {
  const { viewer, init } = Route.useRouteContext()
  return <Area viewer={viewer} demo={init.demo} layout={AppLayout} />
}
