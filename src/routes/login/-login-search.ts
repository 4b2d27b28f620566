import type { SearchSchemaInput } from '@tanstack/react-router'
import { textParameter } from '#lib/search-text.ts'

/** What the login pages are told by their URL, whatever it holds: where to go afterwards, and the address typed before. */
export function loginSearch(search: { redirect?: string; email?: string } & SearchSchemaInput) {
  return { redirect: textParameter(search.redirect), email: textParameter(search.email) }
}
