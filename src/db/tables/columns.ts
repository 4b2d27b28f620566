import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The primary key of a table: made by the database. */
export const id = () => uuid().primaryKey().defaultRandom()
/** A moment, to the millisecond, as JavaScript counts. */
export const moment = () => timestamp({ withTimezone: true, precision: 3 })
/** The moment the row was made. */
export const createdAt = () => moment().notNull().defaultNow()
/** The moment the row was last changed through drizzle. */
export const updatedAt = () =>
  moment()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

/** A text that is compared byte by byte, on every database alike: so what begins with the same letters stands together. */
export const byteOrdered = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
