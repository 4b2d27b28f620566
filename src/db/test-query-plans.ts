import type postgres from 'postgres'
import { databaseOn, type Database } from './client.ts'

/** A node of a plan that PostgreSQL has run. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The measured cost of one statement of the product. */
export interface QueryPlan {
  statement: string
  /** Planning and execution together, in milliseconds. */
  ms: number
  /** The number of 8 KB pages that were accessed, without planning. */
  pages: number
  /** The nodes that ran, outermost first, without branches that were planned but not needed. */
  nodes: PlanNode[]
}

/**
 * Runs and measures every statement that `work` sends, and returns the plans. The statements are recorded where the client
 * sends them, so they are exactly those of the product.
 * @param work must only read, because each statement is sent twice
 */
export async function plansOf(client: postgres.Sql, work: (db: Database) => Promise<unknown>): Promise<QueryPlan[]> {
  const sent: Parameters<postgres.Sql['unsafe']>[] = []
  const recording = new Proxy(client, {
    get: (target, member: keyof postgres.Sql) => {
      if (member !== 'unsafe') return target[member]
      return (...query: Parameters<postgres.Sql['unsafe']>) => {
        sent.push(query)
        return target.unsafe(...query)
      }
    },
  })
  await work(databaseOn(recording))
  const plans: QueryPlan[] = []
  for (const [statement, values] of sent) plans.push(await explain(client, statement, values))
  return plans
}

class RollbackError extends Error {}

/**
 * Returns the plans of every statement that `work` sends, including writes. Each statement is measured just before `work` runs
 * it. Everything happens in one transaction, which is rolled back.
 * @public features that an app can remove use it
 */
export async function plansOfWork(
  client: postgres.Sql,
  work: (db: Database) => Promise<unknown>,
): Promise<QueryPlan[]> {
  const { options } = client
  const plans: QueryPlan[] = []
  const explained = (client: postgres.TransactionSql): postgres.TransactionSql => {
    const savepoint = (inner: (client: postgres.TransactionSql) => unknown) =>
      client.savepoint((client) => inner(explained(client)))
    const send = async (query: Parameters<postgres.Sql['unsafe']>, isOfArrays: boolean) => {
      await client
        .savepoint(async (client) => {
          plans.push(await explain(client, query[0], query[1]))
          throw new RollbackError()
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollbackError)) throw error
        })
      const sent = client.unsafe(...query)
      return isOfArrays ? sent.values() : sent
    }
    const unsafe = (...query: Parameters<postgres.Sql['unsafe']>) => ({
      values: () => send(query, true),
      // oxlint-disable-next-line unicorn/no-thenable -- a query of the driver is sent when it is awaited
      then: (...next: Parameters<Promise<unknown>['then']>) => send(query, false).then(...next),
    })
    return new Proxy(client, {
      get: (target, member: keyof postgres.TransactionSql | 'begin' | 'options') => {
        if (member === 'unsafe') return unsafe
        if (member === 'options') return options
        return member === 'begin' || member === 'savepoint' ? savepoint : target[member]
      },
    })
  }
  await client
    .begin(async (client) => {
      await work(databaseOn(explained(client) as unknown as postgres.Sql))
      throw new RollbackError()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollbackError)) throw error
    })
  return plans
}

/**
 * Counts the rows that all nodes of a plan read, including rows that they filtered out.
 * @public features that an app can remove use it
 */
export function rowsExamined({ nodes }: QueryPlan): number {
  const rows = nodes.map(
    (node) =>
      node['Actual Loops'] *
      (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)),
  )
  return rows.reduce((sum, one) => sum + one, 0)
}

interface Explained {
  'QUERY PLAN': [
    {
      Plan: PlanNode & { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
      'Planning Time': number
      'Execution Time': number
    },
  ]
}

async function explain(
  client: Pick<postgres.Sql, 'unsafe'>,
  statement: string,
  values: Parameters<postgres.Sql['unsafe']>[1],
): Promise<QueryPlan> {
  const [row] = await client.unsafe<Explained[]>(`explain (analyze, buffers, format json) ${statement}`, values)
  if (!row) throw new Error('explain returned no row')
  const [explained] = row['QUERY PLAN']
  return {
    statement,
    ms: explained['Planning Time'] + explained['Execution Time'],
    pages: explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'],
    nodes: executedNodes(explained.Plan),
  }
}

function executedNodes(node: PlanNode): PlanNode[] {
  if (node['Actual Loops'] === 0) return []
  return [node, ...(node.Plans ?? []).flatMap(executedNodes)]
}

/** The number of rows that a capped total reads. A list, however long, must not read sequentially or sort more rows. */
const MAX_ROWS = 10_001

/** The node types that read rows one after the other. */
const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan'])

/** Lists the parts of a plan whose cost grows with the table: sequential reads, sorts of many rows, and OFFSET. */
export function costsThatGrow({ statement, nodes }: QueryPlan): string[] {
  const rowsOf = (node: PlanNode) =>
    node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
  return [
    ...nodes
      .filter((node) => SCANS.has(node['Node Type']) && rowsOf(node) > MAX_ROWS)
      .map((node) => `scans ${node['Relation Name'] ?? 'a table'}`),
    ...nodes
      .filter(
        (node) => node['Node Type'].endsWith('Sort') && (node.Plans ?? []).some((input) => rowsOf(input) > MAX_ROWS),
      )
      .map(() => 'sorts more than a page'),
    ...(/\boffset\b/i.test(statement) ? ['counts rows off with OFFSET'] : []),
  ]
}
