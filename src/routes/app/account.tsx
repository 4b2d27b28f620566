import { createFileRoute } from '@tanstack/react-router'
import { accountOptions } from '../-account-options.ts'
import { Account, loadAccount } from '../-account.tsx'

export const Route = createFileRoute('/app/account')({
  ...accountOptions,
  loader: loadAccount,
  component: () => <Account area="app" />,
})
