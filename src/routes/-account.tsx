import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter, type SearchSchemaInput } from '@tanstack/react-router'
import { emailField } from '#auth/person-fields.ts'
import type { Viewer } from '#auth/session.server.ts'
import { askedCodeQuery, myEventsQuery, mySessionsQuery } from '#features/account/account.queries.ts'
import { AccountPage, type AccountSearch } from '#features/account/pages/account-page.tsx'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { LanguageSwitcher, ThemeSwitcher } from '#shell/preferences.tsx'
import { useSignOut } from '#shell/user-menu.tsx'

/** What the URL of an account page holds; anything else is as good as nothing. */
export function accountSearch(search: { state?: string; newEmail?: string } & SearchSchemaInput): AccountSearch {
  return {
    state: search.state === 'change-name' ? 'change-name' : '',
    newEmail: emailField.safeParse(search.newEmail).data ?? '',
  }
}

/** Fills the query cache with what an account page shows. */
export async function loadAccount(queryClient: QueryClient, newEmail: string): Promise<void> {
  await Promise.all([
    queryClient.query({ ...mySessionsQuery, staleTime: 'static' }),
    queryClient.infiniteQuery({ ...myEventsQuery, staleTime: 'static' }),
    newEmail !== '' && queryClient.query({ ...askedCodeQuery({ newEmail }), staleTime: 'static' }),
  ])
}

interface AccountProps {
  viewer: Viewer
  search: AccountSearch
  onSearch: (changed: Partial<AccountSearch>) => Promise<void>
}

/** The account page with what the frame lends it: preferences and the way out. */
export function Account({ viewer, search, onSearch }: AccountProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { leave } = useSignOut()

  async function renewViewer() {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }

  return (
    <AccountPage
      name={viewer.name}
      email={viewer.email}
      isImpersonated={viewer.impersonationSecondsLeft !== null}
      search={search}
      onSearch={onSearch}
      onViewerChanged={renewViewer}
      preferences={
        <>
          <LanguageSwitcher isField />
          <ThemeSwitcher isField />
        </>
      }
      onSignOut={leave}
    />
  )
}
