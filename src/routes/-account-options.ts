import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import type { AccountSearch } from '#features/account/pages/account-page.tsx'
import type { Namespace } from '#i18n/namespaces.ts'
import { textParameter } from '#lib/search-text.ts'
import { pageTitle } from '#shell/page-title.ts'

// The URL omits these values.
const DEFAULTS: AccountSearch = { state: '', newEmail: '' }

/** The route options of the account page, shared by both areas; `-account.tsx` renders the page. */
export const accountOptions = {
  staticData: { namespaces: ['account', 'history', 'login', 'passkeys'] satisfies Namespace[] },
  validateSearch: (search: { state?: string; newEmail?: string } & SearchSchemaInput): AccountSearch => ({
    state: search.state === 'change-name' ? 'change-name' : DEFAULTS.state,
    newEmail: textParameter(search.newEmail),
  }),
  search: { middlewares: [stripSearchParams<AccountSearch>(DEFAULTS)] },
  loaderDeps: ({ search }: { search: AccountSearch }) => ({ newEmail: search.newEmail }),
  head: ({ match }: { match: Parameters<typeof pageTitle>[0] }) => pageTitle(match, (t) => t('account:title')),
}
