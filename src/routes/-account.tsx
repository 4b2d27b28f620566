import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { emailField } from '#person/person-fields.ts'
import type { Viewer } from '#auth/current-session.server.ts'
import { askedCodeQuery, myEventsQuery, mySessionsQuery } from '#features/account/account.queries.ts'
import { AccountPage, type AccountSearch } from '#features/account/pages/account-page.tsx'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { LanguageSwitcher, ThemeSwitcher } from '#shell/preferences.tsx'
import { useSignOut } from '#shell/use-sign-out.ts'
import { useUrlDialog, type EntryOptions } from '#ui/use-url-dialog.ts'

/** Fills the query cache with what an account page shows. */
export async function loadAccount(queryClient: QueryClient, newEmailInUrl: string): Promise<void> {
  const newEmail = addressIn(newEmailInUrl)
  await Promise.all([
    queryClient.query({ ...mySessionsQuery, staleTime: 'static' }),
    queryClient.infiniteQuery({ ...myEventsQuery, staleTime: 'static' }),
    newEmail !== '' && queryClient.query({ ...askedCodeQuery({ newEmail }), staleTime: 'static' }),
  ])
}

interface AccountProps {
  viewer: Viewer
  search: AccountSearch
  onSearch: (changed: Partial<AccountSearch>, entry: EntryOptions) => Promise<void>
}

/** The account page with what the frame lends it: preferences and the way out. */
export function Account({ viewer, search, onSearch }: AccountProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { signOut } = useSignOut()
  const dialog = useUrlDialog<Partial<AccountSearch>>({ state: '', newEmail: '' }, onSearch)

  async function renewViewer() {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }

  return (
    <AccountPage
      name={viewer.name}
      email={viewer.email}
      isImpersonated={viewer.impersonationSecondsLeft !== null}
      search={{ ...search, newEmail: addressIn(search.newEmail) }}
      dialog={dialog}
      onViewerChanged={renewViewer}
      preferences={
        <>
          <LanguageSwitcher isField />
          <ThemeSwitcher isField />
        </>
      }
      onSignOut={signOut}
    />
  )
}

/** The address that a parameter of the URL holds; empty when it cannot be one. */
function addressIn(parameter: string): string {
  return emailField.safeParse(parameter).data ?? ''
}
