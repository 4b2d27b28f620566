import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

type DatabaseOrTransaction = PgDatabase<PgQueryResultHKT, typeof schema>

type AfterCommitWork = () => void

/** The work that is waiting for the commit of each running transaction. */
const workAfterCommit = new WeakMap<object, AfterCommitWork[]>()

/** Runs work once the transaction is committed, never after a rollback, and immediately if `db` is not a transaction. */
export function afterCommit(db: object, work: AfterCommitWork): void {
  const list = workAfterCommit.get(db)
  if (list) list.push(work)
  else work()
}

/** Makes transactions of a database run the work of `afterCommit`. Nested transactions run it after the outer commit. */
export function withCommitHooks<Db extends Pick<DatabaseOrTransaction, 'transaction'>>(
  db: Db,
  whenDone = (list: AfterCommitWork[]) => list.forEach((work) => work()),
): Db {
  const begin: DatabaseOrTransaction['transaction'] = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    const list: AfterCommitWork[] = []
    const result = await begin((transaction) => {
      workAfterCommit.set(transaction, list)
      return work(withCommitHooks(transaction, (inner) => list.push(...inner)))
    }, config)
    whenDone(list)
    return result
  }
  return db
}
