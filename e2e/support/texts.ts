import { readFileSync } from 'node:fs'
import type { Language } from '#i18n/languages.ts'
import type common from '../../locales/en/common.json'
import type dashboard from '../../locales/en/dashboard.json'
import type home from '../../locales/en/home.json'
import type kit from '../../locales/en/kit.json'
import type login from '../../locales/en/login.json'
import type mail from '../../locales/en/mail.json'
import type onboarding from '../../locales/en/onboarding.json'

interface Texts {
  common: typeof common
  dashboard: typeof dashboard
  home: typeof home
  kit: typeof kit
  login: typeof login
  mail: typeof mail
  onboarding: typeof onboarding
}

/** What the product says in a language, as its files have it. */
export function textsOf(language: Language): Texts {
  const read = (namespace: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../locales/${language}/${namespace}.json`, import.meta.url), 'utf8'))
  return Object.fromEntries(
    ['common', 'dashboard', 'home', 'kit', 'login', 'mail', 'onboarding'].map((namespace) => [
      namespace,
      read(namespace),
    ]),
  ) as unknown as Texts
}

/** A text with its `{{name}}` places filled. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''))
}

/** A pattern for a text whose places hold anything. */
export function like(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(parts.join('.+'))
}
