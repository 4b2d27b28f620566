import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './app.ts'
import { addVisitor } from './users.ts'
import { query } from './script.ts'
import { callFunction } from './server-function.ts'
import type { Visitor } from './visitor.ts'

/** Milliseconds that a client waits after a response other than 200, or after no response. */
const RETRY_DELAY_MS = 50

type SendRequest = (visitor: Visitor, turn: number) => Promise<number>

const READS: ((visitor: Visitor) => Promise<{ status: number }>)[] = [
  (visitor) => visitor.get('/app/repositories'),
  (visitor) => visitor.get('/api/auth/get-session'),
  (visitor) => callFunction(visitor, 'repositories.listRepositories', { searchTerm: '', sort: 'newest', cursor: null }),
]

/** A signed-in user who sends requests without pause. */
interface Client {
  /** The time at which the latest request with a 200 response was sent. */
  servedAt: number
  served: number
}

/** Many signed-in users who read and write at once, without pause. */
export interface Crowd {
  clients: Client[]
  /** The names of repositories whose creation was answered with 200. */
  acknowledged: string[]
  /** The number of responses with each status; 0 stands for no response. */
  statuses: Map<number, number>
  /** Stops sending. Returns once no request is in progress. */
  leave: () => Promise<void>
}

/** Starts this number of users. Every second user writes, the others read. */
export async function gatherCrowd(app: App, size: number): Promise<Crowd> {
  const acknowledged: string[] = []
  const statuses = new Map<number, number>()
  const clients: Client[] = []
  let isOver = false

  async function keepAsking(client: Client, visitor: Visitor, ask: SendRequest) {
    for (let turn = 0; !isOver; turn += 1) {
      const sentAt = performance.now()
      const status = await ask(visitor, turn).catch(() => 0)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) {
        client.servedAt = sentAt
        client.served += 1
      } else await pause(RETRY_DELAY_MS)
    }
  }

  const write =
    (writer: number): SendRequest =>
    async (visitor, turn) => {
      const name = `crowd ${writer}-${turn}`
      const fields = { name, link: 'https://git.example.com', description: '', language: '', topics: '' }
      const { status } = await callFunction(visitor, 'repositories.createRepository', fields, 'POST')
      if (status === 200) acknowledged.push(name)
      return status
    }

  const read: SendRequest = async (visitor, turn) => {
    const answer = await READS[turn % READS.length]?.(visitor)
    return answer?.status ?? 0
  }

  const users = await Promise.all(Array.from({ length: size }, () => addVisitor(app, { role: 'admin' })))
  const requested = users.map(({ visitor }, index) => {
    const client = { servedAt: 0, served: 0 }
    clients.push(client)
    return keepAsking(client, visitor, index % 2 === 0 ? write(index) : read)
  })
  return {
    clients,
    acknowledged,
    statuses,
    leave: async () => {
      isOver = true
      await Promise.all(requested)
    },
  }
}

/**
 * Waits until each client has received a 200 for a request that it sent after `since`.
 * @returns the time that this took, in milliseconds
 * @throws if it takes longer than `atMostMs`
 */
export async function untilServed({ clients }: Crowd, atMostMs: number, since = performance.now()): Promise<number> {
  for (;;) {
    const waiting = clients.filter(({ servedAt }) => servedAt <= since).length
    const waitedMs = Math.round(performance.now() - since)
    if (waiting === 0) return waitedMs
    if (waitedMs > atMostMs)
      throw new Error(`${waiting} of ${clients.length} clients are not served after ${waitedMs} ms`)
    await pause(20)
  }
}

/**
 * Checks that the database contains all writes that the crowd got a 200 for. The crowd must have left.
 * @param allowed the statuses that can occur; 0 stands for no response
 * @throws if an acknowledged write is missing, a repository has no history, or another status occurred
 */
export async function expectAcknowledgedWrites(
  { acknowledged, statuses }: Crowd,
  databaseUrl: string,
  allowed = [200, 503],
): Promise<string> {
  const repositories = await query<{ name: string; is_told: boolean }>(
    databaseUrl,
    `select name, exists (select from history_event where subject_id = repository.id and action = 'repository-created') as is_told
     from repository where name like 'crowd %'`,
  )
  const there = new Set(repositories.map(({ name }) => name))
  const lost = acknowledged.filter((name) => !there.has(name))
  if (lost.length > 0) throw new Error(`${lost.length} of ${acknowledged.length} acknowledged writes are lost`)
  const untold = repositories.filter(({ is_told }) => !is_told)
  if (untold.length > 0) throw new Error(`${untold.length} repositories have no history`)
  const odd = [...statuses].filter(([status]) => !allowed.includes(status))
  if (odd.length > 0) throw new Error(`responses other than ${allowed.join(', ')}: ${JSON.stringify(odd)}`)
  const counts = allowed.map((status) => `${statuses.get(status) ?? 0} × ${status || 'no response'}`)
  return `0 of ${acknowledged.length} writes lost, ${counts.join(', ')}`
}
