import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { can, type Permission } from '#auth/permissions.ts'
import { requireRoleInScope } from '#auth/scoped-context.server.ts'
import { isBannedNow } from '#db/bans.ts'
import { runCancellably } from '#db/deadlines.ts'
import { session, user } from '#db/schema.ts'
import type { ListExport } from '#feature/list-export.ts'
import { AppError } from '#lib/app-error.ts'
import { localTimeAsUtc } from '#lib/time-zone.ts'
import { csvLine } from './csv.ts'

/** The maximum number of simultaneous exports by a session: a second one during a slow export, but not dozens by a script. */
const MAX_CONCURRENT_DOWNLOADS = 2
const BYTE_ORDER_MARK = '\uFEFF'
const MEDIA_TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' }

/** The number of running exports in this process, by session. */
const downloadsBySession = new Map<string, number>()

interface RowsFile<Row> extends Pick<ListExport<object, Row & object>, 'name' | 'permission' | 'columns' | 'cellsOf'> {
  format?: 'csv' | 'jsonl'
  /** Whether the file begins with a byte order mark, so that old spreadsheets detect UTF-8. */
  hasByteOrderMark?: boolean
  /** The time zone of the date in the file name. */
  timeZone?: string | undefined
  /** The rows. A batch is read only when the client is ready to receive it. */
  batches: AsyncGenerator<Row[]>
  /** Records the export in the history, before the file is sent. */
  record: () => Promise<void>
}

/**
 * Sends rows as a file, batch by batch, while they are read from the database. Breaks off when the user is no longer allowed to
 * read the rows, and stops reading when the client disconnects.
 * @throws {AppError} TOO_MANY_REQUESTS while this session receives two other files
 */
export async function sendRows<Row extends object>(context: SessionContext, file: RowsFile<Row>): Promise<Response> {
  const { name, format = 'csv', timeZone = 'UTC' } = file
  const release = claimDownload(context.session.id)
  try {
    await file.record()
    const day = localTimeAsUtc(new Date(), timeZone).toISOString().slice(0, 10)
    return new Response(streamOf(context, file, release), {
      headers: {
        'Content-Type': `${MEDIA_TYPES[format]}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${appConfig.slug}-${name}-${day}.${format}"`,
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    release()
    throw error
  }
}

function claimDownload(sessionId: string): () => void {
  const count = downloadsBySession.get(sessionId) ?? 0
  if (count >= MAX_CONCURRENT_DOWNLOADS) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 30 })
  downloadsBySession.set(sessionId, count + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const left = (downloadsBySession.get(sessionId) ?? 1) - 1
    if (left > 0) downloadsBySession.set(sessionId, left)
    else downloadsBySession.delete(sessionId)
  }
}

function streamOf<Row extends object>(context: SessionContext, file: RowsFile<Row>, release: () => void) {
  const { columns, batches, permission, format = 'csv', hasByteOrderMark = true } = file
  const lineOf = (row: Row) => (format === 'csv' ? csvLine(file.cellsOf(row)) : `${JSON.stringify(row)}\n`)
  const encoder = new TextEncoder()
  const left = new AbortController()
  let lead = (hasByteOrderMark ? BYTE_ORDER_MARK : '') + (format === 'csv' ? csvLine(columns) : '')
  async function nextPart() {
    for (;;) {
      const { done, value } = await batches.next()
      if (done) return undefined
      if (!(await isStillAllowed(context, permission))) throw new AppError('FORBIDDEN')
      // Skip empty batches, because `pull` must enqueue something; otherwise the stream does not call it again.
      if (lead !== '' || value.length > 0) return value.map(lineOf).join('')
    }
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const text = await runCancellably(left.signal, nextPart)
        if (lead + (text ?? '') !== '') controller.enqueue(encoder.encode(lead + (text ?? '')))
        lead = ''
        if (text !== undefined) return
        controller.close()
      } catch (error) {
        // Breaks the connection off, so that the client does not mistake the incomplete file for a complete one.
        controller.error(error)
      }
      release()
    },
    cancel() {
      left.abort()
      release()
    },
  })
}

/** Returns whether the session is still valid, and its user is still not banned and still has the permission. */
async function isStillAllowed(context: SessionContext, permission: Permission): Promise<boolean> {
  const { db, scope, session: current } = context
  const [found] = await db
    .select({ role: user.role, isOver: sql<boolean>`(${session.expiresAt} <= now() or ${isBannedNow})` })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.id, current.id))
  if (found === undefined || found.isOver) return false
  if (scope?.memberId === undefined) return can(found.role, permission)
  await requireRoleInScope(context, permission)
  return true
}
