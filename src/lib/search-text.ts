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
