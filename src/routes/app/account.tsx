import { createFileRoute } from '@tanstack/react-router'
import { accountOptions } from '../-account-options.ts'
import { Account } from '../-account.tsx'

export const Route = createFileRoute('/app/account')({
  ...accountOptions,
  component: () => <Account area="app" />,
})
