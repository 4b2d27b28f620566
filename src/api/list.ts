import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { Page } from '#lib/page.ts'

const { pageSize, largestPage } = appConfig.lists

/** The parameters that all lists have. */
export const pageParameters = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestPage)), pageSize),
  after: z.optional(z.string().check(z.maxLength(1_000))),
}

/** The answer of a list: its rows, and what `after` has to be for the next ones; null at the end. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ data: z.array(row), next: z.nullable(z.string()) })
}

/** A page of a list as it is answered. */
export function toList<Row>({ rows, nextCursor }: Page<Row>): { data: Row[]; next: string | null } {
  return { data: rows, next: nextCursor }
}
