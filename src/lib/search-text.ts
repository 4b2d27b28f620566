/** The parameters of a URL as what they are: text. `?searchTerm=100` is the text "100"; a repeated one counts once. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Parameters as a query string; empty ones are left out, so that a default never shows in the URL. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** One parameter that may be anything, as text. */
export function textParameter(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Accents of Latin letters; vowel signs, hamzas and the lengthening stroke of Arabic. */
// oxlint-disable-next-line no-misleading-character-class -- marks that stand alone are meant
const MARKS = /[\u0300-\u036F\u0640\u064B-\u0655\u0670]/g

/** A text as searches compare it: "Émile" like "emile", "أحمد" like "احمد". The database's `folded` does the same. */
export function foldForSearch(text: string): string {
  return text.normalize('NFD').replace(MARKS, '').toLowerCase()
}
