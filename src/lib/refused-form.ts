import type { AppError } from './app-error.ts'

/** A form that was sent without JavaScript and refused. Its page shows it again with the failure. */
export interface RefusedForm {
  intent: string
  /** All values of the form, so that no input is lost. */
  fields: Record<string, string>
  failure: AppError
  /** The message for the whole failure. */
  text: string
}

/** The key of a refused form in the query cache. */
export const REFUSED_FORM_QUERY_KEY = ['form', 'refused']
/** The key of a form's success message in the query cache. */
export const FORM_RESULT_QUERY_KEY = ['form', 'result']

/** Name of the button of a combobox that searches without JavaScript; its value is the name of the field. */
export const COMBOBOX_SEARCH_BUTTON = 'lookUp'

/** Returns the name of a combobox's search field. */
export function searchFieldName(name: string): string {
  return `${name}.search`
}
