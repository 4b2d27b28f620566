import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { responseSchemas } from './named-schemas.ts'
import type { Page } from '#lib/page.ts'

const { pageSize, largestPage } = appConfig.lists

/** The query parameters of every list: the size of the page, and the cursor after which it begins. */
export const pageParameters = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestPage)), pageSize),
  after: z.optional(z.string().check(z.maxLength(1_000))),
}

/** Returns the schema of a list's response: its rows, and the `after` of the next page or null. @param id the schema's name */
export function listResponseSchema<Row extends z.ZodMiniType>(id: string, row: Row) {
  return z.object({ data: z.array(row), next: z.nullable(z.string()) }).register(responseSchemas, { id })
}

/** Converts one page of a list to the format of `listResponseSchema`. */
export function toListResponse<Row>({ rows, nextCursor }: Page<Row>): { data: Row[]; next: string | null } {
  return { data: rows, next: nextCursor }
}
