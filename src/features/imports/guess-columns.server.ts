import { appConfig } from '#app.config'
import type { ImportKind } from '#bulk/import-kind.server.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { foldForSearch } from '#lib/fold-for-search.ts'
import { fieldLabel } from './field-label.ts'

/** What other programs call a column that we call by another name. */
const ALSO: Record<string, string[]> = {
  email: ['e-mail', 'mail', 'email address', 'e-mail address', 'adresse e-mail', 'courriel'],
  name: ['full name', 'display name', 'user', 'repository', 'nom complet', 'utilisateur', 'dépôt'],
  link: ['url', 'address', 'website', 'html_url', 'lien', 'adresse'],
  description: ['about', 'summary', 'notes'],
  role: ['roles', 'type'],
}

/** Finds the column of each field by its header: by the names that the product has for it in any language, and some more. */
export function guessColumns({ namespace, fields }: ImportKind, header: string[]): Record<string, number | null> {
  const folded = header.map(plain)
  return Object.fromEntries(
    fields.map((field) => {
      const labels = appConfig.languages.map((language) => fieldLabel(translatorFor(language).t, namespace, field))
      const names = new Set([field, ...labels, ...(ALSO[field] ?? [])].map(plain))
      const place = folded.findIndex((name) => names.has(name))
      return [field, place === -1 ? null : place]
    }),
  )
}

function plain(text: string): string {
  return foldForSearch(text.replaceAll(/[_\s]+/g, ' ').trim())
}
