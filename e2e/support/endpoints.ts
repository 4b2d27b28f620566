/** A caller of an endpoint: `acting` is an administrator acting as a user; `banned` has a session's cookie still. */
export type Who = 'nobody' | 'banned' | 'user' | 'admin' | 'acting'

export interface Endpoint {
  method: 'GET' | 'POST'
  /** Who is let in; the others are told to sign in, or that they may not. */
  allowed: Who[]
  /** What the others are told instead, where the endpoint itself is a secret. */
  otherwise?: { status: number; code: string }
}

export const EVERYBODY: Who[] = ['nobody', 'banned', 'user', 'admin', 'acting']
const PEOPLE: Who[] = ['user', 'admin', 'acting']
/** Who is signed in as oneself: what could take an account from its owner is for them alone. */
const OWNERS: Who[] = ['user', 'admin']
const ADMINS: Who[] = ['admin']

/** Every server function, and whom it lets in. Whoever adds one adds it here. */
export const ENDPOINTS: Record<string, Endpoint> = {
  'account.askForNewEmail': { method: 'POST', allowed: OWNERS },
  'account.askForOwnCode': { method: 'POST', allowed: OWNERS },
  'account.changeEmail': { method: 'POST', allowed: OWNERS },
  'account.changeName': { method: 'POST', allowed: PEOPLE },
  'account.deleteAccount': { method: 'POST', allowed: OWNERS },
  'account.downloadData': { method: 'POST', allowed: OWNERS },
  'account.endMyOtherSessions': { method: 'POST', allowed: PEOPLE },
  'account.endMySession': { method: 'POST', allowed: PEOPLE },
  'account.findAskedCode': { method: 'GET', allowed: PEOPLE },
  'account.listMyEvents': { method: 'GET', allowed: PEOPLE },
  'account.listMySessions': { method: 'GET', allowed: PEOPLE },
  'account.reAuthenticate': { method: 'POST', allowed: OWNERS },
  'app-init.initializeApp': { method: 'GET', allowed: EVERYBODY },
  'dashboard.getDashboard': { method: 'GET', allowed: ADMINS },
  'inbox.listInbox': { method: 'GET', allowed: [], otherwise: { status: 404, code: 'NOT_FOUND' } },
  'login.getLoginRequest': { method: 'GET', allowed: EVERYBODY },
  'onboarding.giveName': { method: 'POST', allowed: PEOPLE },
  'palette.findEverywhere': { method: 'GET', allowed: PEOPLE },
  'repositories.createRepository': { method: 'POST', allowed: ADMINS },
  'repositories.deleteRepository': { method: 'POST', allowed: ADMINS },
  'repositories.getRepository': { method: 'GET', allowed: PEOPLE },
  'repositories.getRepositoryCount': { method: 'GET', allowed: PEOPLE },
  'repositories.listRepositories': { method: 'GET', allowed: PEOPLE },
  'repositories.restoreRepository': { method: 'POST', allowed: ADMINS },
  'repositories.updateRepository': { method: 'POST', allowed: ADMINS },
  'user-detail.banUser': { method: 'POST', allowed: ADMINS },
  'user-detail.deleteUser': { method: 'POST', allowed: ADMINS },
  'user-detail.endUserSession': { method: 'POST', allowed: ADMINS },
  'user-detail.endUserSessions': { method: 'POST', allowed: ADMINS },
  'user-detail.getUser': { method: 'GET', allowed: ADMINS },
  'user-detail.impersonateUser': { method: 'POST', allowed: ADMINS },
  'user-detail.listUserHistory': { method: 'GET', allowed: ADMINS },
  'user-detail.listUserSessions': { method: 'GET', allowed: ADMINS },
  'user-detail.unbanUser': { method: 'POST', allowed: ADMINS },
  'users.createUser': { method: 'POST', allowed: ADMINS },
  'users.getUserCount': { method: 'GET', allowed: ADMINS },
  'users.getUserFields': { method: 'GET', allowed: ADMINS },
  'users.listUsers': { method: 'GET', allowed: ADMINS },
  'users.updateUser': { method: 'POST', allowed: ADMINS },
}

/** Every call under /api/auth that is open. Whoever opens one more adds it here. The last ones end the session. */
export const AUTH_ENDPOINTS: Record<string, Endpoint> = {
  '/get-session': { method: 'GET', allowed: EVERYBODY },
  '/sign-in/social': { method: 'POST', allowed: EVERYBODY },
  '/callback/github': { method: 'GET', allowed: EVERYBODY },
  '/callback/google': { method: 'GET', allowed: EVERYBODY },
  '/email-otp/send-verification-otp': { method: 'POST', allowed: EVERYBODY },
  '/sign-in/email-otp': { method: 'POST', allowed: EVERYBODY },
  '/admin/list-users': { method: 'GET', allowed: ADMINS },
  '/update-user': { method: 'POST', allowed: PEOPLE },
  '/delete-user': { method: 'POST', allowed: OWNERS },
  '/revoke-other-sessions': { method: 'POST', allowed: PEOPLE },
  '/admin/stop-impersonating': { method: 'POST', allowed: PEOPLE },
  '/revoke-sessions': { method: 'POST', allowed: PEOPLE },
  '/sign-out': { method: 'POST', allowed: EVERYBODY },
}
