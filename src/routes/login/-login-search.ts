import type { SearchSchemaInput } from '@tanstack/react-router'
import { textParameter } from '#lib/search-text.ts'

interface LoginSearch {
  redirect?: string
  email?: string
  error?: string
  wait?: string
}

/**
 * What the login pages are told by their URL, whatever it holds: where to go afterwards, the address typed before, and
 * what went wrong with a form sent without JavaScript.
 */
export function loginSearch(search: LoginSearch & SearchSchemaInput) {
  return {
    redirect: textParameter(search.redirect),
    email: textParameter(search.email),
    error: textParameter(search.error),
    wait: textParameter(search.wait),
  }
}
