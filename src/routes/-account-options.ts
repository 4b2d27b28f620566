import type { AccountSearch } from '#features/account/pages/account-page.tsx'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'
import { oneOf, urlParameters } from './-url-parameters.ts'

/** The route options of the account page, shared by both areas; `-account.tsx` renders the page. */
export const accountOptions = {
  staticData: { namespaces: ['account', 'history', 'login', 'passkeys'] satisfies Namespace[] },
  ...urlParameters<AccountSearch>({ state: oneOf('', 'change-name'), newEmail: textParameter }),
  loaderDeps: ({ search }: { search: AccountSearch }) => ({ newEmail: search.newEmail }),
  head: ({ match }: { match: Parameters<typeof pageTitle>[0] }) => pageTitle(match, (t) => t('account:title')),
}
