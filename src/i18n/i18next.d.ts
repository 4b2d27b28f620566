import 'i18next'
import type account from '../../locales/en/account.json'
import type audit from '../../locales/en/audit.json'
import type bulk from '../../locales/en/bulk.json'
import type common from '../../locales/en/common.json'
import type dashboard from '../../locales/en/dashboard.json'
import type demo from '../../locales/en/demo.json'
import type discovery from '../../locales/en/discovery.json'
import type disown from '../../locales/en/disown.json'
import type errorCatalogue from '../../locales/en/error-catalogue.json'
import type errors from '../../locales/en/errors.json'
import type history from '../../locales/en/history.json'
import type home from '../../locales/en/home.json'
import type imports from '../../locales/en/imports.json'
import type inbox from '../../locales/en/inbox.json'
import type invitation from '../../locales/en/invitation.json'
import type keys from '../../locales/en/keys.json'
import type kit from '../../locales/en/kit.json'
import type login from '../../locales/en/login.json'
import type mail from '../../locales/en/mail.json'
import type onboarding from '../../locales/en/onboarding.json'
import type organizations from '../../locales/en/organizations.json'
import type palette from '../../locales/en/palette.json'
import type passkeys from '../../locales/en/passkeys.json'
import type reference from '../../locales/en/reference.json'
import type repositories from '../../locales/en/repositories.json'
import type room from '../../locales/en/room.json'
import type system from '../../locales/en/system.json'
import type user from '../../locales/en/user.json'
import type users from '../../locales/en/users.json'
import type views from '../../locales/en/views.json'
import type webhooks from '../../locales/en/webhooks.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      audit: typeof audit
      bulk: typeof bulk
      common: typeof common
      dashboard: typeof dashboard
      demo: typeof demo
      discovery: typeof discovery
      errors: typeof errors
      disown: typeof disown
      'error-catalogue': typeof errorCatalogue
      history: typeof history
      home: typeof home
      imports: typeof imports
      inbox: typeof inbox
      invitation: typeof invitation
      keys: typeof keys
      kit: typeof kit
      login: typeof login
      mail: typeof mail
      onboarding: typeof onboarding
      organizations: typeof organizations
      palette: typeof palette
      passkeys: typeof passkeys
      reference: typeof reference
      repositories: typeof repositories
      room: typeof room
      system: typeof system
      user: typeof user
      users: typeof users
      views: typeof views
      webhooks: typeof webhooks
    }
  }
}
