import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { responseSchemas } from './named-schemas.ts'
import type { Page } from '#lib/page.ts'

const { pageSize, largestPage, totalCap } = appConfig.lists

/** The query parameters of every list: the size of the page, and the cursor after which it begins. */
export const pageParameters = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestPage)), pageSize),
  after: z.optional(z.string().check(z.maxLength(1_000))),
}

/** The query parameters of a list whose cursor is the number of a row. */
export const numberedPageParameters = {
  limit: pageParameters.limit,
  after: z._default(z.string().check(z.regex(/^\d{1,9}$/)), '0'),
}

const count = z._default(z.enum(['true', 'false']), 'false')
z.globalRegistry.add(count, {
  description: `Whether to include \`total\`, the number of matching rows on all pages. Counting stops at ${totalCap + 1}.`,
})

/** The query parameter with which a response also has the number of all rows that match. */
export const countParameter = { count }

/** Returns the schema of a list's response: its rows, and the `after` of the next page or null. @param id the schema's name */
export function listResponseSchema<Row extends z.ZodMiniType>(id: string, row: Row) {
  const total = z.optional(z.int())
  return z.object({ data: z.array(row), next: z.nullable(z.string()), total }).register(responseSchemas, { id })
}

/** Converts one page of a list, and the number of all rows if it was counted, to the format of `listResponseSchema`. */
export function toListResponse<Row>({ rows, nextCursor }: Page<Row>, total?: number) {
  return { data: rows, next: nextCursor, ...(total !== undefined && { total }) }
}
