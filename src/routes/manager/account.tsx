import { createFileRoute } from '@tanstack/react-router'
import { accountOptions } from '../-account-options.ts'
import { Account } from '../-account.tsx'
import { loadAccount } from '../-load-account.ts'

export const Route = createFileRoute('/manager/account')({
  ...accountOptions,
  loader: loadAccount,
  component: () => <Account area="manager" />,
})
