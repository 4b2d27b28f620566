import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema.ts'

type Transacting = PgDatabase<PgQueryResultHKT, typeof schema>

type Work = () => void

/** What waits for the end of each transaction under way. */
const waiting = new WeakMap<object, Work[]>()

/** Does work once the transaction is committed, and never when it is not; at once where there is none. */
export function afterCommit(db: object, work: Work): void {
  const list = waiting.get(db)
  if (list) list.push(work)
  else work()
}

/** Has the transactions of a database do what `afterCommit` was told, those within a transaction along with it. */
export function withCommitHooks<Db extends Pick<Transacting, 'transaction'>>(
  db: Db,
  whenDone = (list: Work[]) => list.forEach((work) => work()),
): Db {
  const begin: Transacting['transaction'] = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    const list: Work[] = []
    const result = await begin((transaction) => {
      waiting.set(transaction, list)
      return work(withCommitHooks(transaction, (inner) => list.push(...inner)))
    }, config)
    whenDone(list)
    return result
  }
  return db
}
