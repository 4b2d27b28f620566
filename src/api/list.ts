import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { answerSchemas } from './named-schemas.ts'
import type { Page } from '#lib/page.ts'

const { pageSize, largestPage } = appConfig.lists

/** The parameters that all lists have. */
export const pageParameters = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(largestPage)), pageSize),
  after: z.optional(z.string().check(z.maxLength(1_000))),
}

/** The response of a list: its rows, and the value of `after` for the next page; null at the end. @param id its name */
export function listResponseSchema<Row extends z.ZodMiniType>(id: string, row: Row) {
  return z.object({ data: z.array(row), next: z.nullable(z.string()) }).register(answerSchemas, { id })
}

/** Returns one page of a list in the format of its response. */
export function toList<Row>({ rows, nextCursor }: Page<Row>): { data: Row[]; next: string | null } {
  return { data: rows, next: nextCursor }
}
