import type { ServerFeature } from '#feature/server-feature.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import { readField } from '#request/form-action.ts'

/** Sign-in by a code, and sign-out. */
export const login: ServerFeature = {
  formActions: {
    'ask-for-code': {
      path: '/api/auth/email-otp/send-verification-otp',
      body: (fields) => ({ email: readField(fields, 'email'), type: 'sign-in' }),
      next: (fields) =>
        urlWith('/login/verify', {
          email: readField(fields, 'email').trim().toLowerCase(),
          redirect: readField(fields, 'redirect'),
        }),
      // If no new code is sent because of the previous one, continue to the page with the code field.
      continuesDespite: ({ hasUnusedCode }, page) => hasUnusedCode === true && page.pathname === '/login',
    },
    'enter-code': {
      path: '/api/auth/sign-in/email-otp',
      body: (fields) => ({ email: readField(fields, 'email'), otp: readField(fields, 'code') }),
      next: (fields) => safeRedirectPath(readField(fields, 'redirect')) ?? '/login',
    },
    'sign-out': { path: '/api/auth/sign-out', body: () => ({}), next: () => '/login' },
  },
}

function urlWith(path: string, parameters: Record<string, string>): string {
  const filled = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${path}?${new URLSearchParams(filled).toString()}`
}
