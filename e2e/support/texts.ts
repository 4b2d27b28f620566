import { readdirSync, readFileSync } from 'node:fs'
import { test } from '@playwright/test'
import { appConfig } from '#app.config'
import { isLanguage } from '#i18n/languages.ts'
import type account from '../../locales/en/account.json'
import type audit from '../../locales/en/audit.json'
import type bulk from '../../locales/en/bulk.json'
import type common from '../../locales/en/common.json'
import type dashboard from '../../locales/en/dashboard.json'
import type demo from '../../locales/en/demo.json'
import type activityReport from '../../locales/en/activity-report.json'
import type discovery from '../../locales/en/discovery.json'
import type errors from '../../locales/en/errors.json'
import type history from '../../locales/en/history.json'
import type home from '../../locales/en/home.json'
import type inbox from '../../locales/en/inbox.json'
import type invitation from '../../locales/en/invitation.json'
import type imports from '../../locales/en/imports.json'
import type keys from '../../locales/en/api-keys.json'
import type kit from '../../locales/en/kit.json'
import type login from '../../locales/en/login.json'
import type mail from '../../locales/en/mail.json'
import type notifications from '../../locales/en/notifications.json'
import type onboarding from '../../locales/en/onboarding.json'
import type palette from '../../locales/en/palette.json'
import type organizations from '../../locales/en/organizations.json'
import type repositories from '../../locales/en/repositories.json'
import type passkeys from '../../locales/en/passkeys.json'
import type user from '../../locales/en/user.json'
import type system from '../../locales/en/system.json'
import type users from '../../locales/en/users.json'
import type views from '../../locales/en/saved-views.json'
import type webhooks from '../../locales/en/webhooks.json'

export interface Texts {
  account: typeof account
  bulk: typeof bulk
  common: typeof common
  audit: typeof audit
  dashboard: typeof dashboard
  demo: typeof demo
  'activity-report': typeof activityReport
  discovery: typeof discovery
  errors: typeof errors
  history: typeof history
  home: typeof home
  inbox: typeof inbox
  invitation: typeof invitation
  imports: typeof imports
  'api-keys': typeof keys
  kit: typeof kit
  login: typeof login
  mail: typeof mail
  notifications: typeof notifications
  onboarding: typeof onboarding
  palette: typeof palette
  organizations: typeof organizations
  repositories: typeof repositories
  passkeys: typeof passkeys
  user: typeof user
  system: typeof system
  users: typeof users
  'saved-views': typeof views
  webhooks: typeof webhooks
}

const LOCALES = new URL('../../locales/', import.meta.url)

/** Reads the texts of the product in a language from its files. A test that needs a language which the app lacks is skipped. */
export function textsOf(wanted: string): Texts {
  if (!isLanguage(wanted)) test.skip(true, `the app does not have the language ${wanted}`)
  // `test.skip` at the top of a file does not throw. The skipped file then continues with the default language.
  const language = isLanguage(wanted) ? wanted : appConfig.defaultLanguage
  const files = readdirSync(new URL(`${language}/`, LOCALES))
  const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`${language}/${file}`, LOCALES), 'utf8'))
  return Object.fromEntries(files.map((file) => [file.replace('.json', ''), read(file)])) as unknown as Texts
}

/** Returns all texts of a language with their keys. */
export function textsByKey(texts: object, path = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? textsByKey(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)] as [string, string]],
  )
}

/** Fills the `{{name}}` placeholders of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''))
}

/** Returns a pattern that matches a text with anything in its placeholders. */
export function patternOfText(text: string): RegExp {
  const parts = text.split(/\{\{\w+(?:, \w+)?\}\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(parts.join('.+'))
}
