import { textParameter } from '#lib/search-text.ts'
import type { AppInit } from '#shell/app-init.server.ts'
import { redirectSignedIn } from '#shell/area-guard.ts'
import { urlParameters } from '../-url-parameters.ts'

/**
 * The options that both steps of signing in share: the redirect of signed-in users, and the URL parameters, which are the path to
 * open after signing in and the email address to sign in with.
 */
export const loginOptions = {
  ...urlParameters({ redirect: textParameter, email: textParameter }),
  beforeLoad: ({ context, search }: { context: { init: AppInit }; search: { redirect: string } }) =>
    redirectSignedIn(context.init, search.redirect),
}
