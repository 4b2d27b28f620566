import type postgres from 'postgres'
import { databaseOn, type Database } from './client.ts'

/** One node of a plan that PostgreSQL carried out. */
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
  /** Pages of 8 KB that were looked at, planning aside. */
  pages: number
  /** What was carried out, the outermost first; branches that were planned and not needed are left out. */
  nodes: PlanNode[]
}

/**
 * The plans of every statement that some work of the product sends, carried out and measured. The statements are taken
 * from the wire, so they are the product's own.
 * @param work may send reads only: each is sent twice
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

class Undo extends Error {}

/**
 * The plans of every statement that some work of the product sends, writes included, each carried out and measured where
 * the work stands: all of it in one transaction, which is rolled back.
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
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      const sent = client.unsafe(...query)
      return isOfArrays ? sent.values() : sent
    }
    const unsafe = (...query: Parameters<postgres.Sql['unsafe']>) => ({
      values: () => send(query, true),
      // oxlint-disable-next-line unicorn/no-thenable -- As the driver's own queries are.
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
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return plans
}

/** The rows that all nodes of a plan looked at, those included that they left out. */
export function rowsLookedAt({ nodes }: QueryPlan): number {
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
  if (!row) throw new Error('explain answers with one row')
  const [explained] = row['QUERY PLAN']
  return {
    statement,
    ms: explained['Planning Time'] + explained['Execution Time'],
    pages: explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'],
    nodes: carriedOut(explained.Plan),
  }
}

function carriedOut(node: PlanNode): PlanNode[] {
  if (node['Actual Loops'] === 0) return []
  return [node, ...(node.Plans ?? []).flatMap(carriedOut)]
}

/** As far as a total is counted: more rows than this are neither read one after the other nor sorted, however long a list is. */
const MOST_ROWS = 10_001

/** Ways to read rows one after the other. */
const WALKS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan'])

/** The parts of a plan that grow with the table: walking through it, sorting a good part of it, counting pages off. */
export function costsThatGrow({ statement, nodes }: QueryPlan): string[] {
  const rowsOf = (node: PlanNode) =>
    node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
  return [
    ...nodes
      .filter((node) => WALKS.has(node['Node Type']) && rowsOf(node) > MOST_ROWS)
      .map((node) => `walks through ${node['Relation Name'] ?? 'a table'}`),
    ...nodes
      .filter(
        (node) => node['Node Type'].endsWith('Sort') && (node.Plans ?? []).some((input) => rowsOf(input) > MOST_ROWS),
      )
      .map(() => 'sorts more than a page'),
    ...(/\boffset\b/i.test(statement) ? ['counts rows off with OFFSET'] : []),
  ]
}
