import type { i18n } from 'i18next'
import type { AppErrorDetails } from '#lib/app-error.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'

/** The meaning of a form's `intent` without JavaScript: the call that a script would make, and the page after it. */
export interface FormAction {
  path: string
  /** What the call is given; all that the form sends where left out. */
  body?: (fields: URLSearchParams) => Record<string, string>
  /** Where the browser goes when the call has worked; left out where its answer is a file for the browser to keep. */
  next?: (fields: URLSearchParams, page: URL, result: unknown) => string
  /** What that page says has been done; left out where the page itself shows it. */
  said?: (t: i18n['t'], name: string) => string
  /** Whether the browser goes on after a refusal as after a call that has worked. */
  goesOn?: (refusal: AppErrorDetails, page: URL) => boolean
}

/** All of them, by their `intent`. */
export const FORM_ACTIONS: Record<string, FormAction> = {
  'ask-for-code': {
    path: '/api/auth/email-otp/send-verification-otp',
    body: (fields) => ({ email: text(fields, 'email'), type: 'sign-in' }),
    next: (fields) =>
      pageOf('/login/verify', {
        email: text(fields, 'email').trim().toLowerCase(),
        redirect: text(fields, 'redirect'),
      }),
    // To where the code that is there can be entered.
    goesOn: ({ hasLiveCode }, page) => hasLiveCode === true && page.pathname === '/login',
  },
  'enter-code': {
    path: '/api/auth/sign-in/email-otp',
    body: (fields) => ({ email: text(fields, 'email'), otp: text(fields, 'code') }),
    next: (fields) => safeRedirectPath(text(fields, 'redirect')) ?? '/login',
  },
  'give-name': {
    path: '/api/onboarding.giveName',
    next: (_fields, page) => samePage(page),
  },
  'choose-notices': {
    path: '/api/account.chooseNotices',
    next: (_fields, page) => page.pathname,
    said: (t) => t('account:notices.saved'),
  },
  'export-history': { path: '/api/history.exportHistory' },
  'stop-impersonating': {
    path: '/api/auth/admin/stop-impersonating',
    body: () => ({}),
    next: () => '/manager/users',
  },
  'disown-notice': {
    path: '/api/not-me.disownNotice',
    next: (_fields, page) => samePage(page),
  },
  'create-repository': {
    path: '/api/repositories.createRepository',
    next: (_fields, page, result) => `/${areaOf(page)}/repositories/${idOf(result)}`,
    said: (t, name) => t('repositories:added', { name }),
  },
  'update-repository': {
    path: '/api/repositories.updateRepository',
    next: (_fields, page) => page.pathname,
    said: (t, name) => t('repositories:saved', { name }),
  },
  'delete-repository': {
    path: '/api/repositories.deleteRepository',
    next: (_fields, page) => `/${areaOf(page)}/repositories`,
    said: (t, name) => t('repositories:deleted', { name }),
  },
  'add-favourite': {
    path: '/api/favourites.addFavourite',
    next: (_fields, page) => samePage(page),
  },
  'remove-favourite': {
    path: '/api/favourites.removeFavourite',
    next: (_fields, page) => samePage(page),
  },
  'create-user': {
    path: '/api/users.createUser',
    next: (_fields, _page, result) => `/manager/users/${idOf(result)}`,
    said: (t, name) => t('users:added', { name }),
  },
  'update-user': {
    path: '/api/users.updateUser',
    next: (fields) => `/manager/users/${encodeURIComponent(text(fields, 'id'))}`,
    said: (t, name) => t('users:saved', { name }),
  },
  'switch-organization': {
    path: '/api/organizations.switchOrganization',
    next: (_fields, page) => pageAfterSwitch(page),
  },
  'create-organization': {
    path: '/api/organizations.createOrganization',
    next: (_fields, _page, result) => `/app/organizations/${idOf(result)}`,
    said: (t, name) => t('organizations:created', { name }),
  },
  'rename-organization': {
    path: '/api/organizations.renameOrganization',
    next: (_fields, page) => page.pathname,
    said: (t) => t('organizations:renamed'),
  },
  'leave-organization': {
    path: '/api/organizations.leaveOrganization',
    next: () => '/app/organizations',
    said: (t, name) => t('organizations:left', { name }),
  },
  'change-organization-role': {
    path: '/api/organizations.changeRole',
    next: (_fields, page) => page.pathname,
    said: (t) => t('organizations:roleChanged'),
  },
  'remove-organization-member': {
    path: '/api/organizations.removeMember',
    next: (_fields, page) => page.pathname,
    said: (t, name) => t('organizations:removed', { name }),
  },
  'invite-organization-member': {
    path: '/api/organizations.inviteMember',
    next: (_fields, page) => page.pathname,
    said: (t) => t('organizations:invited'),
  },
  'resend-organization-invitation': {
    path: '/api/organizations.resendInvitation',
    next: (_fields, page) => page.pathname,
    said: (t) => t('organizations:invited'),
  },
  'withdraw-organization-invitation': {
    path: '/api/organizations.withdrawInvitation',
    next: (_fields, page) => page.pathname,
    said: (t) => t('organizations:withdrawn'),
  },
  'accept-organization-invitation': {
    path: '/api/organizations.acceptInvitation',
    next: (_fields, _page, result) => `/app/organizations/${idOf(result)}`,
    said: (t) => t('organizations:welcome'),
  },
  'decline-organization-invitation': {
    path: '/api/organizations.declineInvitation',
    next: (_fields, page) => page.pathname,
    said: (t) => t('organizations:declined'),
  },
  'check-sample': {
    path: '/api/kit.checkSample',
    next: (_fields, page) => samePage(page),
    said: (t, name) => t('kit:sample.saved', { name }),
  },
  'sign-out': { path: '/api/auth/sign-out', body: () => ({}), next: () => '/login' },
}

/** The page that the form came from, as it was asked for. Two slashes at the beginning would name another site. */
function samePage({ pathname, search }: URL): string {
  return `${pathname.replace(/^\/+/, '/')}${search}`
}

/** A page of one repository may be of none that is shown then: its list is. */
function pageAfterSwitch({ pathname }: URL): string {
  return pathname.replace(/^\/+/, '/').replace(/(\/repositories)\/.*$/, '$1')
}

/** The area that the form is in. */
function areaOf({ pathname }: URL): string {
  return pathname.startsWith('/app/') ? 'app' : 'manager'
}

function pageOf(path: string, parameters: Record<string, string>): string {
  const filled = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${path}?${new URLSearchParams(filled).toString()}`
}

/** Finds what a form is for by its `intent`; undefined for none of ours. */
export function findFormAction(intent: string): FormAction | undefined {
  return Object.hasOwn(FORM_ACTIONS, intent) ? FORM_ACTIONS[intent] : undefined
}

/** Reads a field of a form: empty where there is none. */
export function text(fields: URLSearchParams, name: string): string {
  return fields.get(name) ?? ''
}

function idOf(result: unknown): string {
  return (result as { id: string }).id
}
