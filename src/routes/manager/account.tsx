import { createFileRoute } from '@tanstack/react-router'
import { accountOptions } from '../-account-options.ts'
import { Account } from '../-account.tsx'

export const Route = createFileRoute('/manager/account')({
  ...accountOptions,
  component: () => <Account area="manager" />,
})
