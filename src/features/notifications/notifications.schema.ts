import * as z from 'zod/mini'

/** The input for a page of notifications. */
export const notificationListInput = z.object({ cursor: z.nullable(z.string()) })

/** The notification that the user has read; all of them without an id. */
export const readInput = z.object({ id: z.optional(z.uuid()) })
