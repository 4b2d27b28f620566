import type { i18n } from 'i18next'
import type { AppErrorDetails } from '#lib/app-error.ts'

/** The meaning of a form's `intent` without JavaScript: the call that a script would make, and the page after it. */
export interface FormAction {
  path: string
  /** The input of the call; all fields of the form if absent. */
  body?: (fields: URLSearchParams) => Record<string, string>
  /**
   * The path that the browser goes to after success; by default the page of the form, without its parameters, and for `same-page`
   * with them.
   */
  next?: 'same-page' | ((fields: URLSearchParams, page: URL, result: unknown) => string)
  /** The success message on the page that `next` opens; absent if that page itself shows the result. */
  resultMessage?: (t: i18n['t'], name: string) => string
  /** Whether the browser opens the next page after this refusal, as after a success. */
  continuesDespite?: (refusal: AppErrorDetails, page: URL) => boolean
}

/** Form actions by their `intent`. */
export type FormActions = Record<string, FormAction>

/** Returns a field of a form; empty if it is missing. */
export function readField(fields: URLSearchParams, name: string): string {
  return fields.get(name) ?? ''
}

/** Returns the id of the row that a call has created. */
export function idInResult(result: unknown): string {
  return (result as { id: string }).id
}
