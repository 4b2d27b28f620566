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
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { emailField } from '#user/user-fields.ts'
import { pageTitle } from '#shell/page-title.ts'
import { oneOf, urlParameters } from './-url-parameters.ts'

type Deps = Pick<AccountSearch, 'newEmail'>

/** The route options of the account page, shared by both areas; `-account.tsx` renders the page. */
export const accountOptions = {
  staticData: { namespaces: ['account', 'history', 'login', 'passkeys'] satisfies Namespace[] },
  ...urlParameters<AccountSearch>({ state: oneOf('', 'change-name'), newEmail: textParameter }),
  loaderDeps: ({ search: { newEmail } }: { search: AccountSearch }): Deps => ({ newEmail }),
  loader: loadAccount,
  head: ({ match }: { match: Parameters<typeof pageTitle>[0] }) => pageTitle(match, (t) => t('account:title')),
}

interface LoaderInput {
  context: { queryClient: QueryClient; viewer: Viewer }
  deps: Deps
}

async function loadAccount({ context: { queryClient, viewer }, deps }: LoaderInput): Promise<void> {
  const newEmail = addressIn(deps.newEmail)
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
export function addressIn(parameter: string): string {
  return emailField.safeParse(parameter).data ?? ''
}
