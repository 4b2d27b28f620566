import { submitNothing } from './acts.ts'
import { pagesOf, type ProductPage } from './product-page.ts'

const root = pagesOf({ route: '/', visitor: 'nobody', title: (t) => t.login.title })
const login = pagesOf({ route: '/login/', visitor: 'nobody', title: (t) => t.login.title })
const verify = pagesOf({ route: '/login/verify', visitor: 'nobody', title: (t) => t.login.verify.title })
const loginError = pagesOf({ route: '/login/error', visitor: 'nobody', title: (t) => t.login.error.title })
const onboarding = pagesOf({ route: '/app/', visitor: 'newcomer', title: (t) => t.onboarding.title })

export const signInPages: readonly ProductPage[] = [
  root('root', '/'),
  login('login', '/login'),
  login('login, nothing typed', '/login', { act: submitNothing }),
  login('login, too often', ({ askedEmail }) => `/login?email=${askedEmail}&error=TOO_MANY_REQUESTS&wait=3600`),
  verify('verify', ({ askedEmail }) => `/login/verify?email=${askedEmail}`),
  ...['INVALID_OTP', 'OTP_EXPIRED', 'TOO_MANY_ATTEMPTS', 'BANNED_USER'].map((code) =>
    verify(`verify, ${code}`, ({ askedEmail }) => `/login/verify?email=${askedEmail}&error=${code}`),
  ),
  ...['signup_disabled', 'access_denied', 'unknown_error'].map((kind) =>
    loginError(`login error, ${kind}`, `/login/error?error=${kind}`),
  ),
  onboarding('onboarding', '/app'),
  onboarding('onboarding, nothing typed', '/app', { act: submitNothing }),
]
