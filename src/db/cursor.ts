import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'

/** The position of the last row of a page: the value that the list is sorted by, and the row's id. */
export interface Position {
  value: string
  id: string
}

const MAX_CURSOR_LENGTH = 1_000

/** Encodes a position as an opaque text for URLs. */
export function encodeCursor({ value, id }: Position): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

const ID_CHECKS = { uuid: isUuid, bigint: (text: string) => /^\d{1,18}$/.test(text) }

/**
 * Decodes a cursor that `encodeCursor` returned.
 * @throws {AppError} INVALID_INPUT for any other text
 */
export function decodeCursor(cursor: string, idType: keyof typeof ID_CHECKS = 'uuid'): Position {
  const refusal = new AppError('INVALID_INPUT', { field: 'cursor' })
  if (cursor.length > MAX_CURSOR_LENGTH) throw refusal
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw Object.assign(refusal, { cause })
  }
  const [value, id] = Array.isArray(parts) ? (parts as unknown[]) : []
  if (typeof value !== 'string' || typeof id !== 'string' || !ID_CHECKS[idType](id) || value.includes('\0'))
    throw refusal
  return { value, id }
}

/** The times between which listed rows were last changed, in ISO 8601. */
export interface UpdatedRange {
  after: string
  until: string
}

/** The order of a list. */
export interface Order {
  /** An indexed expression. Rows with the same value are sorted by their ids. */
  by: SQLWrapper
  /** The cast that turns the cursor's text into the type of `by`. */
  type: 'timestamptz' | 'text'
  direction: 'asc' | 'desc'
  /** The type of the ids; uuid by default. */
  idType?: keyof typeof ID_CHECKS
}

/** Returns an order with the opposite direction. */
export function reversedOrder(order: Order): Order {
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

/**
 * Returns the condition for the rows after a position. Seeks in the index instead of counting rows.
 * @throws {AppError} INVALID_INPUT if the list is sorted by time and the position's value is not a time
 */
export function afterCursor({ by, type, direction, idType = 'uuid' }: Order, id: SQLWrapper, position: Position): SQL {
  const value = type === 'timestamptz' ? toIsoTime(position.value) : position.value
  const here = sql`(${value}::${sql.raw(type)}, ${position.id}::${sql.raw(idType)})`
  return direction === 'asc' ? sql`(${by}, ${id}) > ${here}` : sql`(${by}, ${id}) < ${here}`
}

/** Returns the `order by` clause of an order. It also sorts by id, so that rows with equal values have a fixed order. */
export function orderBy({ by, direction }: Order, id: SQLWrapper): SQL {
  return direction === 'asc' ? sql`${by} asc, ${id} asc` : sql`${by} desc, ${id} desc`
}

/** The format in which the database writes a time in UTC. */
const UTC_TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/

/** Converts a time to ISO format. Loses no precision, because times are stored with milliseconds. */
function toIsoTime(text: string): string {
  const moment = new Date(text)
  if (!UTC_TIMESTAMP.test(text) || !(moment.getUTCFullYear() > 0))
    throw new AppError('INVALID_INPUT', { field: 'cursor' })
  return moment.toISOString()
}
