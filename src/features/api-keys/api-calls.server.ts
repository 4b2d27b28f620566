import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { ViewerContext } from '#auth/current-session.server.ts'
import { database, type Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { apiCall, apiKey } from '#db/schema.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { apiKeysConfig } from './api-keys.config.ts'

const { callsKept } = apiKeysConfig
/** The time between two writes, in milliseconds. The calls of this time are lost if the process dies. */
const SAVE_MS = 1_000
/** Paths of operations are shorter, but callers can send anything in place of an ID. */
const MAX_PATH_LENGTH = 200

type Call = Pick<typeof apiCall.$inferInsert, 'at' | 'method' | 'path' | 'status'>

/** The calls that are not written yet, by the id of their key. */
const unsavedCalls = new Map<string, Call[]>()

/** Records a call of a key. It is written within a second, so that no response waits for it. */
export function recordCall(keyId: string, { path, ...call }: Call): void {
  const calls = [...(unsavedCalls.get(keyId) ?? []), { ...call, path: path.slice(0, MAX_PATH_LENGTH) }]
  unsavedCalls.set(keyId, calls.slice(-callsKept))
}

/** Writes the unsaved calls, except those of deleted keys, and deletes the oldest ones of each key. */
export async function saveCalls(db: Database = database()): Promise<void> {
  if (unsavedCalls.size === 0) return
  const calls = [...unsavedCalls].flatMap(([keyId, calls]) => calls.map((call) => ({ key_id: keyId, ...call })))
  unsavedCalls.clear()
  // Locks the keys, because the foreign key would reject all calls if one of the keys is deleted at this moment.
  await db.execute(sql`
    insert into ${apiCall} (api_key_id, at, method, path, status)
    select ${apiKey.id}, call.at, call.method, call.path, call.status
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb)
      as call (key_id uuid, at timestamptz, method text, path text, status int)
    join ${apiKey} on ${apiKey.id} = call.key_id
    for key share of ${apiKey}`)
  const keyIds = sql.join(
    [...new Set(calls.map(({ key_id: id }) => id))].map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  await db.execute(sql`
    delete from ${apiCall} where id in (
      select id from (
        select id, row_number() over (partition by api_key_id order by at desc, id desc) as place
        from ${apiCall} where api_key_id in (${keyIds})
      ) as ranked where place > ${callsKept})`)
}

/** Writes the calls of this process regularly. @returns a function that stops this, and writes the last calls */
export function startSavingCalls(): () => Promise<void> {
  const stopping = new AbortController()
  const save = () =>
    saveCalls().catch((error: unknown) =>
      log.warn({ event: 'api-key.calls_lost', name: nameOfError(error) }, 'could not save the last calls of API keys'),
    )
  async function saveOnAndOn() {
    while (!stopping.signal.aborted) {
      await save()
      await pause(SAVE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
    await save()
  }
  const ended = saveOnAndOn()
  return () => {
    stopping.abort()
    return ended
  }
}

/** Lists the last calls of a key of the viewer, newest first; none for a key of another user. */
export async function listCalls({ db, session }: ViewerContext, { id }: { id: string }) {
  const rows = await db
    .select(columnsOf(apiCall, 'id', 'at', 'method', 'path', 'status'))
    .from(apiCall)
    .innerJoin(apiKey, eq(apiKey.id, apiCall.apiKeyId))
    .where(and(eq(apiKey.id, id), eq(apiKey.userId, session.viewer.id)))
    .orderBy(desc(apiCall.at), desc(apiCall.id))
    .limit(callsKept)
  return rows.map(withIsoTimes)
}
