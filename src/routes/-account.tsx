import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteContext, useRouter, useSearch } from '@tanstack/react-router'
import { emailField } from '#person/person-fields.ts'
import { askedCodeQuery, myEventsQuery, mySessionsQuery } from '#features/account/account.queries.ts'
import { AccountPage, type AccountSearch } from '#features/account/pages/account-page.tsx'
import { appInitQuery } from '#shell/app-init.queries.ts'
import { LanguageSwitcher, ThemeSwitcher } from '#shell/preferences.tsx'
import { useSignOut } from '#shell/use-sign-out.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'

interface LoaderInput {
  context: { queryClient: QueryClient }
  deps: Pick<AccountSearch, 'newEmail'>
}

/** Fills the query cache with what an account page shows. */
export async function loadAccount({ context: { queryClient }, deps }: LoaderInput): Promise<void> {
  const newEmail = addressIn(deps.newEmail)
  await Promise.all([
    queryClient.query({ ...mySessionsQuery, staleTime: 'static' }),
    queryClient.infiniteQuery({ ...myEventsQuery, staleTime: 'static' }),
    newEmail !== '' && queryClient.query({ ...askedCodeQuery({ newEmail }), staleTime: 'static' }),
  ])
}

/** The account page with what the frame lends it: preferences and the way out. */
export function Account({ area }: { area: 'app' | 'manager' }) {
  const from = `/${area}/account` as const
  const navigate = useNavigate()
  const search = useSearch({ from })
  const { viewer } = useRouteContext({ from: `/${area}` })
  const router = useRouter()
  const queryClient = useQueryClient()
  const { signOut } = useSignOut()
  const dialog = useUrlDialog<Partial<AccountSearch>>({ state: '', newEmail: '' }, (changed, entry) =>
    navigate({ to: '.', search: (current) => ({ ...current, ...changed }), resetScroll: false, ...entry }),
  )

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
