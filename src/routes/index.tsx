import { createFileRoute, redirect } from '@tanstack/react-router'
import { skipLogin } from '#shell/area-guard.ts'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    skipLogin(context.init, '')
    throw redirect({ to: '/login', statusCode: 302 })
  },
})
