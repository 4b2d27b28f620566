import { appConfig } from '#app.config'
import type { ImportKind } from '#bulk/import-kind.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { foldForSearch } from '#lib/fold-for-search.ts'
import { fieldLabel } from './field-label.ts'

/** The headers that other programs use for our fields. */
const COLUMN_SYNONYMS: Record<string, string[]> = {
  email: ['e-mail', 'mail', 'email address', 'e-mail address', 'e-mail 1 - value', 'adresse e-mail', 'courriel'],
  name: ['full name', 'display name', 'user', 'repository', 'nom complet', 'utilisateur', 'dépôt'],
  link: ['url', 'address', 'website', 'html_url', 'lien', 'adresse'],
  description: ['about', 'summary', 'notes'],
  role: ['roles', 'type'],
}

/** Finds the column of each field: the one whose header is the field's label in any language, or a synonym of it. */
export function guessColumns({ namespace, fields }: ImportKind, header: string[]): Record<string, number | null> {
  const normalized = header.map(normalizeHeader)
  return Object.fromEntries(
    fields.map((field) => {
      const labels = appConfig.languages.map((language) => fieldLabel(translatorFor(language).t, namespace, field))
      const names = new Set([field, ...labels, ...(COLUMN_SYNONYMS[field] ?? [])].map(normalizeHeader))
      const place = normalized.findIndex((name) => names.has(name))
      return [field, place === -1 ? null : place]
    }),
  )
}

function normalizeHeader(text: string): string {
  return foldForSearch(text.replaceAll(/[_\s]+/g, ' ').trim())
}
