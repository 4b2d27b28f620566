import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { textParameter } from '#lib/search-text.ts'
import type { AppInit } from '#shell/app-init.server.ts'
import { skipLogin } from '#shell/area-guard.ts'

interface LoginSearch {
  /** The path to open after signing in. */
  redirect: string
  /** The email address to sign in with. */
  email: string
}

// The URL omits these values.
const DEFAULTS: LoginSearch = { redirect: '', email: '' }

/** The options that both steps of signing in share: the URL parameters and the redirect of signed-in users. */
export const loginOptions = {
  validateSearch: (search: Partial<LoginSearch> & SearchSchemaInput): LoginSearch => ({
    redirect: textParameter(search.redirect),
    email: textParameter(search.email),
  }),
  search: { middlewares: [stripSearchParams<LoginSearch>(DEFAULTS)] },
  beforeLoad: ({ context, search }: { context: { init: AppInit }; search: LoginSearch }) =>
    skipLogin(context.init, search.redirect),
}
