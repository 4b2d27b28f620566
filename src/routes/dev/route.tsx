import { createFileRoute } from '@tanstack/react-router'
import { DevFrame } from '#shell/dev-frame.tsx'

export const Route = createFileRoute('/dev')({
  component: DevFrame,
})
