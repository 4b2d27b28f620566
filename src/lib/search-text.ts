/** Parses URL parameters as text: `?searchTerm=100` is the text "100". If a parameter is repeated, the last one counts. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Builds a query string; empty parameters are omitted, so that defaults are not in the URL. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** Returns a parameter if it is a text; otherwise an empty text. */
export function textParameter(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Decodes a URL-encoded text; returns a text that cannot be decoded unchanged. */
export function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
