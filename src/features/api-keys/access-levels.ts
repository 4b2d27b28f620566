import { API_SCOPES, type ApiScope } from '#api/api-scopes.ts'

/** The levels of a key's access to a subject. */
export const LEVELS = ['none', 'read', 'all', 'custom'] as const
export type AccessLevel = (typeof LEVELS)[number]

type Subject = keyof typeof API_SCOPES

/** The subjects of scopes, in the order of the form. */
export const SUBJECTS = Object.keys(API_SCOPES) as Subject[]

/** Returns the scopes of a subject that only read. */
export function readingScopes(subject: Subject): ApiScope[] {
  return API_SCOPES[subject].filter((scope) => /:(list|read)$/.test(scope))
}

/** Returns the level that a key's scopes give for a subject. */
export function levelOf(subject: Subject, scopes: readonly ApiScope[]): AccessLevel {
  const all: readonly ApiScope[] = API_SCOPES[subject]
  const given = all.filter((scope) => scopes.includes(scope))
  if (given.length === 0) return 'none'
  if (given.join(',') === readingScopes(subject).join(',')) return 'read'
  return given.length === all.length ? 'all' : 'custom'
}
