import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './app.ts'
import { addVisitor } from './people.ts'
import { callFunction } from './server-function.ts'
import type { Visitor } from './visitor.ts'

/** How long somebody waits who found nobody there, in milliseconds. */
const NOBODY_THERE_MS = 50

type Ask = (visitor: Visitor, turn: number) => Promise<number>

const READS: ((visitor: Visitor) => Promise<{ status: number }>)[] = [
  (visitor) => visitor.get('/app/repositories'),
  (visitor) => visitor.get('/api/auth/get-session'),
  (visitor) => callFunction(visitor, 'repositories.listRepositories', { searchTerm: '', sort: 'newest', cursor: null }),
]

/** One signed-in person who asks without pause. */
interface Client {
  /** When the newest request that was answered with 200 had been sent. */
  servedAt: number
  served: number
}

/** Many signed-in people who read and write at once, without pause. */
export interface Crowd {
  clients: Client[]
  /** The names of repositories whose making was answered with 200. */
  acknowledged: string[]
  /** How often each status was answered; 0 where nobody answered. */
  statuses: Map<number, number>
  /** Returns when nothing is under way any more. */
  leave: () => Promise<void>
}

/** Lets so many people in: every other one writes, the others read. */
export async function gatherCrowd(app: App, size: number): Promise<Crowd> {
  const acknowledged: string[] = []
  const statuses = new Map<number, number>()
  const clients: Client[] = []
  let isOver = false

  async function keepAsking(client: Client, visitor: Visitor, ask: Ask) {
    for (let turn = 0; !isOver; turn += 1) {
      const sentAt = performance.now()
      const status = await ask(visitor, turn).catch(() => 0)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) {
        client.servedAt = sentAt
        client.served += 1
      } else await pause(NOBODY_THERE_MS)
    }
  }

  const write =
    (writer: number): Ask =>
    async (visitor, turn) => {
      const name = `crowd ${writer}-${turn}`
      const fields = { name, link: 'https://git.example.com', description: '' }
      const { status } = await callFunction(visitor, 'repositories.createRepository', fields, 'POST')
      if (status === 200) acknowledged.push(name)
      return status
    }

  const read: Ask = async (visitor, turn) => {
    const answer = await READS[turn % READS.length]?.(visitor)
    return answer?.status ?? 0
  }

  const people = await Promise.all(Array.from({ length: size }, () => addVisitor(app, { role: 'admin' })))
  const requested = people.map(({ visitor }, index) => {
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
