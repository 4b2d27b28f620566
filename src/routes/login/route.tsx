import { createFileRoute, Outlet } from '@tanstack/react-router'
import { LoginFrame } from '#shell/login-frame.tsx'

export const Route = createFileRoute('/login')({
  staticData: { namespaces: ['login'] },
  component: () => (
    <LoginFrame>
      <Outlet />
    </LoginFrame>
  ),
})
