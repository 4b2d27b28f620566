import 'i18next'
import type account from '../../locales/en/account.json'
import type common from '../../locales/en/common.json'
import type dashboard from '../../locales/en/dashboard.json'
import type demo from '../../locales/en/demo.json'
import type errorCatalogue from '../../locales/en/error-catalogue.json'
import type errors from '../../locales/en/errors.json'
import type history from '../../locales/en/history.json'
import type home from '../../locales/en/home.json'
import type inbox from '../../locales/en/inbox.json'
import type kit from '../../locales/en/kit.json'
import type login from '../../locales/en/login.json'
import type mail from '../../locales/en/mail.json'
import type onboarding from '../../locales/en/onboarding.json'
import type palette from '../../locales/en/palette.json'
import type repositories from '../../locales/en/repositories.json'
import type user from '../../locales/en/user.json'
import type users from '../../locales/en/users.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      common: typeof common
      dashboard: typeof dashboard
      demo: typeof demo
      errors: typeof errors
      'error-catalogue': typeof errorCatalogue
      history: typeof history
      home: typeof home
      inbox: typeof inbox
      kit: typeof kit
      login: typeof login
      mail: typeof mail
      onboarding: typeof onboarding
      palette: typeof palette
      repositories: typeof repositories
      user: typeof user
      users: typeof users
    }
  }
}
