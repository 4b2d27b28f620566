import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { textParameter } from '#lib/search-text.ts'
import type { AppInit } from '#shell/app-init.server.ts'
import { skipLogin } from '#shell/area-guard.ts'

interface LoginSearch {
  /** Where to go afterwards. */
  redirect: string
  /** The address typed before. */
  email: string
}

// What is so stays out of the URL.
const DEFAULTS: LoginSearch = { redirect: '', email: '' }

/** The options that both steps of signing in have in common: their URL, and that who is signed in goes on. */
export const loginOptions = {
  validateSearch: (search: Partial<LoginSearch> & SearchSchemaInput): LoginSearch => ({
    redirect: textParameter(search.redirect),
    email: textParameter(search.email),
  }),
  search: { middlewares: [stripSearchParams<LoginSearch>(DEFAULTS)] },
  beforeLoad: ({ context, search }: { context: { init: AppInit }; search: LoginSearch }) =>
    skipLogin(context.init, search.redirect),
}
