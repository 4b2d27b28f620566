/** The path that all calls of programs begin with. */
export const API_BASE = '/api/v1'

/** Whether a program asks: no cookie counts then, and nothing else is answered by a key. */
export function isApiCall({ pathname }: URL): boolean {
  return `${pathname}/`.startsWith(`${API_BASE}/`)
}
