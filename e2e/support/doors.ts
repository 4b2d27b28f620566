/** Who knocks: the last acts as a user, as an administrator may; a banned person still has the cookie of a session. */
export type Who = 'nobody' | 'banned' | 'user' | 'admin' | 'acting'

export interface Door {
  method: 'GET' | 'POST'
  /** Who is let in; the others are told to sign in, or that they may not. */
  lets: Who[]
  /** What the others are told instead, where the door itself is a secret. */
  otherwise?: { status: number; code: string }
}

export const EVERYBODY: Who[] = ['nobody', 'banned', 'user', 'admin', 'acting']
const PEOPLE: Who[] = ['user', 'admin', 'acting']
/** Who is signed in as oneself: what could take an account from its owner is for them alone. */
const OWNERS: Who[] = ['user', 'admin']
const ADMINS: Who[] = ['admin']

/** Every server function, and whom it lets in. Whoever adds one adds it here. */
export const DOORS: Record<string, Door> = {
  'account.askForNewEmail': { method: 'POST', lets: OWNERS },
  'account.askForOwnCode': { method: 'POST', lets: OWNERS },
  'account.changeEmail': { method: 'POST', lets: OWNERS },
  'account.changeName': { method: 'POST', lets: PEOPLE },
  'account.deleteAccount': { method: 'POST', lets: OWNERS },
  'account.downloadData': { method: 'POST', lets: OWNERS },
  'account.endMyOtherSessions': { method: 'POST', lets: PEOPLE },
  'account.endMySession': { method: 'POST', lets: PEOPLE },
  'account.findAskedCode': { method: 'GET', lets: PEOPLE },
  'account.listMyEvents': { method: 'GET', lets: PEOPLE },
  'account.listMySessions': { method: 'GET', lets: PEOPLE },
  'account.reAuthenticate': { method: 'POST', lets: OWNERS },
  'app-init.initializeApp': { method: 'GET', lets: EVERYBODY },
  'dashboard.getDashboard': { method: 'GET', lets: ADMINS },
  'inbox.listInbox': { method: 'GET', lets: [], otherwise: { status: 404, code: 'NOT_FOUND' } },
  'login.getLoginRequest': { method: 'GET', lets: EVERYBODY },
  'onboarding.giveName': { method: 'POST', lets: PEOPLE },
  'palette.findEverywhere': { method: 'GET', lets: PEOPLE },
  'repositories.createRepository': { method: 'POST', lets: ADMINS },
  'repositories.deleteRepository': { method: 'POST', lets: ADMINS },
  'repositories.getRepository': { method: 'GET', lets: PEOPLE },
  'repositories.getRepositoryCount': { method: 'GET', lets: PEOPLE },
  'repositories.listRepositories': { method: 'GET', lets: PEOPLE },
  'repositories.restoreRepository': { method: 'POST', lets: ADMINS },
  'repositories.updateRepository': { method: 'POST', lets: ADMINS },
  'user-detail.banUser': { method: 'POST', lets: ADMINS },
  'user-detail.deleteUser': { method: 'POST', lets: ADMINS },
  'user-detail.endUserSession': { method: 'POST', lets: ADMINS },
  'user-detail.endUserSessions': { method: 'POST', lets: ADMINS },
  'user-detail.getUser': { method: 'GET', lets: ADMINS },
  'user-detail.impersonateUser': { method: 'POST', lets: ADMINS },
  'user-detail.listUserHistory': { method: 'GET', lets: ADMINS },
  'user-detail.listUserSessions': { method: 'GET', lets: ADMINS },
  'user-detail.unbanUser': { method: 'POST', lets: ADMINS },
  'users.createUser': { method: 'POST', lets: ADMINS },
  'users.getUserCount': { method: 'GET', lets: ADMINS },
  'users.getUserFields': { method: 'GET', lets: ADMINS },
  'users.listUsers': { method: 'GET', lets: ADMINS },
  'users.updateUser': { method: 'POST', lets: ADMINS },
}

/** Every call under /api/auth that is open. Whoever opens one more adds it here. The last ones end the session. */
export const AUTH_DOORS: Record<string, Door> = {
  '/get-session': { method: 'GET', lets: EVERYBODY },
  '/sign-in/social': { method: 'POST', lets: EVERYBODY },
  '/callback/github': { method: 'GET', lets: EVERYBODY },
  '/callback/google': { method: 'GET', lets: EVERYBODY },
  '/email-otp/send-verification-otp': { method: 'POST', lets: EVERYBODY },
  '/sign-in/email-otp': { method: 'POST', lets: EVERYBODY },
  '/admin/list-users': { method: 'GET', lets: ADMINS },
  '/update-user': { method: 'POST', lets: PEOPLE },
  '/delete-user': { method: 'POST', lets: OWNERS },
  '/revoke-other-sessions': { method: 'POST', lets: PEOPLE },
  '/admin/stop-impersonating': { method: 'POST', lets: PEOPLE },
  '/revoke-sessions': { method: 'POST', lets: PEOPLE },
  '/sign-out': { method: 'POST', lets: EVERYBODY },
}
