import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { responseSchemas } from './named-schemas.ts'
import type { SyncedPage } from '#lib/page.ts'

const { pageSize, largestPage, totalCap } = appConfig.lists

/** The query parameters of every list: the size of the page, and the cursor after which it begins. */
export const pageParameters = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestPage)), pageSize),
  after: z.optional(z.string().check(z.maxLength(1_000))),
}

/** The query parameters of a list whose cursor is the position of a row in its job or file. */
export const numberedPageParameters = {
  limit: pageParameters.limit,
  after: z._default(z.string().check(z.regex(/^\d{1,9}$/)), '0'),
}

const count = z._default(z.enum(['true', 'false']), 'false')
z.globalRegistry.add(count, {
  description: `Whether to include \`total\`, the number of matching rows on all pages. Counting stops at ${totalCap + 1}.`,
})

/** The query parameter that adds `total`, the number of matching rows on all pages, to a list's response. */
export const includeTotalParameter = { count }

const FIRST_TIME_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether the database and all formats know the year of a time. An offset can cause another year, such as 10000. */
export const isInKnownYear = (text: string) => Date.parse(text) >= FIRST_TIME_MS && Date.parse(text) <= LAST_TIME_MS

const time = z.iso.datetime({ offset: true, abort: true }).check(z.refine(isInKnownYear))
z.globalRegistry.add(time, {
  description:
    'Lists only rows that were changed after this time, in the order of their changes, so that programs can keep copies up to date: send the `syncedUntil` of the last response. No change is missed, even if many are made at once. `sort` has no effect. With other filters, rows that no longer match are not listed, and a page can be short although `next` is not null. Deleted rows are not listed; `GET /events` has them.',
})

/** The query parameter that limits a list to the rows that were changed after a time. */
export const updatedAfterParameter = { updatedAfter: z.optional(time) }

/** The field of a list's response with the `updatedAfter` of the next call. */
export const syncedUntilField = { syncedUntil: z.optional(z.iso.datetime()) }

const totalField = { total: z.optional(z.int()) }

/**
 * Returns the schema of a list's response: its rows, and the `after` of the next page or null.
 * @param id the schema's name
 * @param fields further fields
 */
export function listResponseSchema<
  Row extends z.ZodMiniType,
  Fields extends Record<string, z.ZodMiniType> = typeof totalField,
>(id: string, row: Row, fields?: Fields) {
  const list = { data: z.array(row), next: z.nullable(z.string()), ...totalField }
  return z.object({ ...list, ...(fields ?? ({} as Fields)) }).register(responseSchemas, { id })
}

/** Converts one page of a list, and its further fields, to the format of `listResponseSchema`. */
export function toListResponse<Row>({ rows, nextCursor, ...fields }: SyncedPage<Row>) {
  return { data: rows, next: nextCursor, ...fields }
}
