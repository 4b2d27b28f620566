import type { AppInit } from '#shell/app-init.server.ts'
import { redirectSignedIn } from '#shell/area-guard.ts'
import { textSearch } from '../-text-search.ts'

/**
 * The options that both steps of signing in share: the redirect of signed-in users, and the URL parameters, which are the path to
 * open after signing in and the email address to sign in with.
 */
export const loginOptions = {
  ...textSearch('redirect', 'email'),
  beforeLoad: ({ context, search }: { context: { init: AppInit }; search: { redirect: string } }) =>
    redirectSignedIn(context.init, search.redirect),
}
