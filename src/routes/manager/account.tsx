import { createFileRoute } from '@tanstack/react-router'
import { accountOptions } from '../-account-options.ts'
import { Account, loadAccount } from '../-account.tsx'

export const Route = createFileRoute('/manager/account')({
  ...accountOptions,
  loader: loadAccount,
  component: () => <Account area="manager" />,
})
