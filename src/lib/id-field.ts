import * as z from 'zod/mini'
import { isUuid } from './uuid.ts'

/**
 * An ID from callers, normalized like the IDs in the database. For an invalid ID, a `validator` throws NOT_FOUND, because no
 * row can have it.
 */
export const idField = z.string().check(z.toLowerCase(), z.refine(isUuid, { error: 'NOT_FOUND' }))

/** The input of a call about one row. */
export const idInput = z.object({ id: idField })
