import type { TFunction } from 'i18next'

/** The namespaces of texts: the files in `locales/<language>/`. */
export const NAMESPACES = [
  'common',
  'account',
  'audit',
  'bulk',
  'dashboard',
  'demo',
  'discovery',
  'disown',
  'errors',
  'error-catalogue',
  'history',
  'home',
  'imports',
  'inbox',
  'invitation',
  'keys',
  'kit',
  'login',
  'mail',
  'onboarding',
  'organizations',
  'palette',
  'passkeys',
  'reference',
  'repositories',
  'room',
  'system',
  'user',
  'users',
  'views',
  'webhooks',
] as const

export type Namespace = (typeof NAMESPACES)[number]

/** A translator that knows all namespaces: `t('login:title')`. */
export type Translate = TFunction<typeof NAMESPACES>
