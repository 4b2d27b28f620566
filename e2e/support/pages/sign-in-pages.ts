import { submitUnchangedForm } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const root = pagesOf({ route: '/', visitor: 'nobody', title: (t) => t.login.title })
const login = pagesOf({ route: '/login/', visitor: 'nobody', title: (t) => t.login.title })
const verify = pagesOf({ route: '/login/verify', visitor: 'nobody', title: (t) => t.login.verify.title })
const loginError = pagesOf({ route: '/login/error', visitor: 'nobody', title: (t) => t.login.error.title })
const secondFactor = pagesOf({ route: '/login/second-factor', visitor: 'nobody', title: (t) => t.login.title })
const notMe = pagesOf({ route: '/not-me', visitor: 'nobody', title: (t) => t['activity-report'].title })
const invitation = pagesOf({ route: '/invitation', visitor: 'nobody', title: (t) => t.invitation.title })
const onboarding = pagesOf({ route: '/app/', visitor: 'newcomer', title: (t) => t.onboarding.title })

export const signInPages: readonly ProductPage[] = [
  root('root', '/'),
  login('login', '/login'),
  login('login, nothing typed', '/login', { act: submitUnchangedForm }),
  verify('verify', ({ askedEmail }) => `/login/verify?email=${askedEmail}`),
  ...['signup_disabled', 'access_denied', 'unknown_error'].map((kind) =>
    loginError(`login error, ${kind}`, `/login/error?error=${kind}`),
  ),
  // passkeys.e2e.ts checks this page for administrators who must use a passkey.
  secondFactor('second factor, signed out', '/login/second-factor'),
  notMe('not me, no valid link', '/not-me?token=x'),
  invitation('invitation, no valid link', '/invitation?token=x'),
  onboarding('onboarding', '/app'),
  onboarding('onboarding, nothing typed', '/app', { act: submitUnchangedForm }),
]
