import type { TFunction } from 'i18next'

/** The namespaces of texts: the files in `locales/<language>/`. */
export const NAMESPACES = [
  'common',
  'account',
  'dashboard',
  'demo',
  'errors',
  'error-catalogue',
  'history',
  'home',
  'inbox',
  'kit',
  'login',
  'mail',
  'onboarding',
  'palette',
  'repositories',
  'user',
  'users',
] as const

export type Namespace = (typeof NAMESPACES)[number]

/** A translator that knows all namespaces: `t('login:title')`. */
export type Translate = TFunction<typeof NAMESPACES>
