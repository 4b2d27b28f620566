import { sql } from 'drizzle-orm'
import { database } from '#db/client.ts'

let isDraining = false

/** From now on balancers are told to send nobody here. */
export function startDraining(): void {
  isDraining = true
}

/** /healthz: the process lives. /readyz: it can serve, database included. Undefined for every other path. */
export async function answerHealthCheck(path: string): Promise<Response | undefined> {
  if (path === '/healthz') return Response.json({ status: 'ok' })
  if (path !== '/readyz') return undefined
  const isReady = !isDraining && (await isDatabaseThere())
  return Response.json(
    { status: isReady ? 'ok' : 'unavailable' },
    { status: isReady ? 200 : 503, headers: isReady ? {} : { 'Retry-After': '5' } },
  )
}

async function isDatabaseThere(): Promise<boolean> {
  try {
    await database().execute(sql`select 1`)
    return true
  } catch {
    // Whatever the reason is, the answer is the same; the log has it from the pages that needed the database.
    return false
  }
}
