import * as z from 'zod/mini'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text can be the id of anything here; the database would refuse others with an error of its own. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * The id of something, as callers send it, in the spelling of the database. Nothing has an id that is none: `validate`
 * answers NOT_FOUND.
 */
export const idField = z.string().check(z.toLowerCase(), z.refine(isUuid, { error: 'NOT_FOUND' }))
