import { AsyncLocalStorage } from 'node:async_hooks'
import { database, type Database } from '#db/client.ts'

const currentTransaction = new AsyncLocalStorage<Database>()

/** Makes all reads and writes of better-auth and its hooks in `work` part of this transaction. */
export function runWithTransaction<T>(transaction: Database, work: () => Promise<T>): Promise<T> {
  return currentTransaction.run(transaction, work)
}

/** Returns the database for hooks of better-auth: the transaction of the current `runWithTransaction`, if any. */
export function databaseForHooks(): Database {
  return currentTransaction.getStore() ?? database()
}

/** Returns the database for better-auth: a proxy that forwards each use to the result of `databaseForHooks()` at that time. */
export function databaseForAuth(): Database {
  return new Proxy(database(), {
    get: (_target, member) => {
      const db = databaseForHooks()
      const value: unknown = Reflect.get(db, member)
      return typeof value === 'function' ? (value.bind(db) as unknown) : value
    },
  })
}
