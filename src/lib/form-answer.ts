import type { AppError } from './app-error.ts'

/** A form that was sent without JavaScript and refused, as the page that it came from is told of it. */
export interface RefusedForm {
  intent: string
  /** All that it sent, so that nothing typed is lost. */
  fields: Record<string, string>
  failure: AppError
  /** The sentence for the failure as a whole. */
  text: string
}

/** The keys in the query cache under which the server hands a page what became of a form. */
export const REFUSED_FORM_KEY = ['form', 'refused']
/** A sentence: what a form has done. */
export const FORM_RESULT_KEY = ['form', 'result']

/** The button of a combobox that searches without JavaScript; its value is the name of the field. */
export const LOOK_UP = 'lookUp'

/** The name of the field with what a combobox is to search for. */
export function lookUpName(name: string): string {
  return `${name}.search`
}
