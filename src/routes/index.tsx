import { createFileRoute, redirect } from '@tanstack/react-router'
import { redirectSignedIn } from '#shell/area-guard.ts'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    redirectSignedIn(context.init, '')
    throw redirect({ to: '/login', statusCode: 302 })
  },
})
