import { createFileRoute, notFound } from '@tanstack/react-router'
import { DevFrame } from '#shell/dev-frame.tsx'

export const Route = createFileRoute('/dev')({
  beforeLoad: ({ location }) => {
    // The path /dev itself has no page.
    if (location.pathname === '/dev') throw notFound()
  },
  component: DevFrame,
})
