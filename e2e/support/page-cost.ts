import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'

/** What Chromium says that it can open, on https and on localhost. */
export const AS_A_BROWSER = 'gzip, deflate, br, zstd'

const CONNECTIONS = 20
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10

/** A page, and the process that answers with it. */
export interface PageTarget {
  url: string
  pid: number | undefined
  headers?: Record<string, string>
}

/** What one page costs; the best of the rounds so far, for the machine has other things to do too. */
export interface PageCost {
  /** Processor time of the serving process, user and system, in milliseconds. */
  processorMs: number
  perSecond: number
}

/** Asks for each of these pages in turns, `pages` times in each of the `rounds`, by 20 connections. */
export async function costsOf<Name extends string>(
  targets: Record<Name, PageTarget>,
  { rounds, pages }: { rounds: number; pages: number },
): Promise<Record<Name, PageCost>> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const best = {} as Record<Name, PageCost>
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(targets) as Name[]) {
      const cost = await costOf(targets[name], pages, agent)
      best[name] = {
        processorMs: Math.min(best[name]?.processorMs ?? Infinity, cost.processorMs),
        perSecond: Math.max(best[name]?.perSecond ?? 0, cost.perSecond),
      }
    }
  agent.destroy()
  return best
}

async function costOf({ url, pid, headers = {} }: PageTarget, pages: number, agent: http.Agent): Promise<PageCost> {
  const processorBefore = await processorTime(pid)
  const startedAt = performance.now()
  let left = pages
  await inParallel(async () => {
    while (left > 0) {
      left -= 1
      await answered(url, { agent, headers })
    }
  })
  return {
    processorMs: ((await processorTime(pid)) - processorBefore) / pages,
    perSecond: (pages * 1_000) / (performance.now() - startedAt),
  }
}

/** Carries out `work` as often as there are connections, all at once. */
export async function inParallel(work: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

/** @throws when the answer is another than 200 */
export async function answered(url: string, options: http.RequestOptions = {}, body?: string): Promise<void> {
  const request = http.request(url, options)
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${url} answered with ${response.statusCode}`)
}

/** Of all threads of a process, since it started, in milliseconds. */
async function processorTime(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return (user + system) * MS_PER_TICK
}
