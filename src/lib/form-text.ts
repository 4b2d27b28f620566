/** What is typed into a field of a form; a missing field is empty, and so is a file. */
export function formText(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value : ''
}
