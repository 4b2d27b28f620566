import { AsyncLocalStorage } from 'node:async_hooks'
import { database, type Database } from '#db/client.ts'

const transactionUnderWay = new AsyncLocalStorage<Database>()

/** Makes all that better-auth and its hooks read and write in `work` part of this transaction. */
export function withinTransaction<T>(transaction: Database, work: () => Promise<T>): Promise<T> {
  return transactionUnderWay.run(transaction, work)
}

/** The database for hooks of better-auth: the transaction that the library works in, if a caller of ours began one. */
export function databaseForHooks(): Database {
  return transactionUnderWay.getStore() ?? database()
}

/** The database for better-auth itself, which takes one for good: each use of it goes to `databaseForHooks()` of the moment. */
export function databaseForAuth(): Database {
  return new Proxy(database(), {
    get: (_target, member) => {
      const db = databaseForHooks()
      const value: unknown = Reflect.get(db, member)
      return typeof value === 'function' ? (value.bind(db) as unknown) : value
    },
  })
}
