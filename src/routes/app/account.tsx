import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#shell/page-title.ts'
import { accountSearch } from '../-account-search.ts'
import { Account, loadAccount } from '../-account.tsx'

export const Route = createFileRoute('/app/account')({
  staticData: { namespaces: ['account', 'history', 'login'] },
  validateSearch: accountSearch,
  loaderDeps: ({ search }) => ({ newEmail: search.newEmail }),
  loader: ({ context, deps }) => loadAccount(context.queryClient, deps.newEmail),
  head: ({ match }) => pageTitle(match, (t) => t('account:title')),
  component: AccountRoute,
})

function AccountRoute() {
  const navigate = Route.useNavigate()
  return (
    <Account
      viewer={Route.useRouteContext().viewer}
      search={Route.useSearch()}
      onSearch={(changed, entry) =>
        navigate({ search: (search) => ({ ...search, ...changed }), resetScroll: false, ...entry })
      }
    />
  )
}
