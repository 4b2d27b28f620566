import * as z from 'zod/mini'
import { isUuid } from './uuid.ts'

/**
 * The id of something, as callers send it, in the spelling of the database. Nothing has an id that is none: `validate`
 * answers NOT_FOUND.
 */
export const idField = z.string().check(z.toLowerCase(), z.refine(isUuid, { error: 'NOT_FOUND' }))
