import type { i18n } from 'i18next'
import type { AppErrorDetails } from '#lib/app-error.ts'

/** The meaning of a form's `intent` without JavaScript: the call that a script would make, and the page after it. */
export interface FormAction {
  path: string
  /** What the call is given; all that the form sends where left out. */
  body?: (fields: URLSearchParams) => Record<string, string>
  /** Where the browser goes when the call has worked; left out where its answer is a file for the browser to keep. */
  next?: (fields: URLSearchParams, page: URL, result: unknown) => string
  /** What that page says has been done; left out where the page itself shows it. */
  said?: (t: i18n['t'], name: string) => string
  /** Whether the browser goes on after a refusal as after a call that has worked. */
  goesOn?: (refusal: AppErrorDetails, page: URL) => boolean
}

/** Form actions by their `intent`. */
export type FormActions = Record<string, FormAction>

/** The page that the form came from, as it was asked for. Two slashes at the beginning would name another site. */
export function samePage({ pathname, search }: URL): string {
  return `${pathname.replace(/^\/+/, '/')}${search}`
}

/** Reads a field of a form: empty where there is none. */
export function text(fields: URLSearchParams, name: string): string {
  return fields.get(name) ?? ''
}

/** The id of what a call has made. */
export function idOf(result: unknown): string {
  return (result as { id: string }).id
}
