import { useTranslation } from 'react-i18next'
import type { ApiScope } from '#api/api-scopes.ts'

// In a file of its own, because the user page needs it without the lists of all scopes.
/** Returns a function that lists scopes with the same words as the history. */
export function useScopesFormatter(): (scopes: readonly ApiScope[]) => string {
  const { t, i18n } = useTranslation('history')
  const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' })
  return (scopes) => list.format(scopes.map((scope) => t(`scopes.${scope}`, { nsSeparator: false })))
}
