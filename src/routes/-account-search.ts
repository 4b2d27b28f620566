import type { SearchSchemaInput } from '@tanstack/react-router'
import type { AccountSearch } from '#features/account/pages/account-page.tsx'
import { textParameter } from '#lib/search-text.ts'

/** What the URL of an account page holds; the page looks closer at the address. */
export function accountSearch(search: { state?: string; newEmail?: string } & SearchSchemaInput): AccountSearch {
  return {
    state: search.state === 'change-name' ? 'change-name' : '',
    newEmail: textParameter(search.newEmail),
  }
}
