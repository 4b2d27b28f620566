import type { QueryClient } from '@tanstack/react-query'
import type { Viewer } from '#auth/current-session.server.ts'
import {
  requestedCodeQuery,
  myEventsQuery,
  myNoticeKindsQuery,
  mySessionsQuery,
} from '#features/account/account.queries.ts'
import type { AccountSearch } from '#features/account/pages/account-page.tsx'
import { myPasskeysQuery, secondFactorQuery } from '#features/passkeys/passkeys.queries.ts'
import { emailField } from '#user/user-fields.ts'

interface LoaderInput {
  context: { queryClient: QueryClient; viewer: Viewer }
  deps: Pick<AccountSearch, 'newEmail'>
}

/** Fills the query cache with the data of an account page. */
export async function loadAccount({ context: { queryClient, viewer }, deps }: LoaderInput): Promise<void> {
  const newEmail = validAddressIn(deps.newEmail)
  const canManage = viewer.permissions.includes('apps:manager')
  await Promise.all([
    queryClient.query({ ...mySessionsQuery, staleTime: 'static' }),
    queryClient.query({ ...myNoticeKindsQuery, staleTime: 'static' }),
    queryClient.infiniteQuery({ ...myEventsQuery, staleTime: 'static' }),
    queryClient.query({ ...myPasskeysQuery, staleTime: 'static' }),
    canManage && queryClient.query({ ...secondFactorQuery, staleTime: 'static' }),
    newEmail !== '' && queryClient.query({ ...requestedCodeQuery({ newEmail }), staleTime: 'static' }),
  ])
}

/** Returns the email address in a URL parameter; empty if it is invalid. */
export function validAddressIn(parameter: string): string {
  return emailField.safeParse(parameter).data ?? ''
}
