const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of anything here; the database would refuse others with an error of its own. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
