import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { and, eq, sql } from 'drizzle-orm'
import { requireContext } from '#auth/current-session.server.ts'
import type { ImportKind } from '#bulk/import-kind.ts'
import type { Database } from '#db/client.ts'
import { takeRoom } from '#db/limits.ts'
import { isDemoReadOnly } from '#db/sandbox.ts'
import { bulkJob, bulkJobRow } from '#db/schema.ts'
import { translatorFor } from '#i18n/translators.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import type { ActorRef, ServiceContext } from '#service/service-context.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import { fieldLabel } from './field-label.ts'
import { guessColumns } from './guess-columns.server.ts'
import { findImportKind, type ImportInput } from './import-kinds.server.ts'
import { importsConfig } from './imports.config.ts'
import { sendRows } from './send-rows.server.ts'
import { readCsv, type CsvRow } from './read-csv.server.ts'

/** The maximum number of rows that one statement writes. */
const BATCH_SIZE = 1_000
/** The total length of cells at which rows are written even if there are fewer than `BATCH_SIZE`. */
const MAX_BATCH_CHARACTERS = 500_000
const NAME_MAX_LENGTH = 200

/** The ids of the sessions that are uploading a file to this process. A session can upload only one file at a time. */
const uploadingSessionIds = new Set<string>()

/** Creates the endpoint that accepts a file of one kind, plain or gzipped, and returns the id of its draft. */
export function importUpload({ name, namespace }: Pick<ImportKind, 'name' | 'namespace'>): FileEndpoint {
  return {
    path: `/manager/${namespace}/import`,
    method: 'POST',
    async handle(request, parameters) {
      const context = await requireContext(findImportKind(name).permission)
      return Response.json(await receiveFile(context, { kind: name, fileName: parameters.get('name') ?? '' }, request))
    },
  }
}

/** Reads the file of a request, plain or gzipped, into a draft. @throws {AppError} PAYLOAD_TOO_LARGE, and those of `saveDraft` */
export async function receiveFile(
  context: UploadContext,
  { kind, fileName }: { kind: ImportKind['name']; fileName: string },
  request: Pick<Request, 'headers' | 'body'>,
): Promise<{ id: string }> {
  if (Number(request.headers.get('content-length') ?? 0) > importsConfig.maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE', { fields: { file: 'tooLarge' } })
  const bytes = decompress(request)
  try {
    const shortName = fileName.replaceAll(/\0|\p{Cs}/gu, '').slice(0, NAME_MAX_LENGTH)
    return await saveDraft(context, findImportKind(kind), { fileName: shortName, bytes: requireComplete(bytes) })
  } finally {
    bytes.destroy()
  }
}

/** Creates the endpoint that downloads a file with no rows, only the header of a kind in the language of the request. */
export function importTemplate({ name, namespace }: Pick<ImportKind, 'name' | 'namespace'>): FileEndpoint {
  return {
    path: `/manager/${namespace}/import/template`,
    method: 'GET',
    async handle() {
      const { permission, fields } = findImportKind(name)
      const context = await requireContext(permission)
      const { t } = translatorFor(context.request.language)
      return sendRows(context, {
        name: `${namespace}-template`,
        permission,
        columns: fields.map((field) => fieldLabel(t, namespace, field)),
        cellsOf: () => [],
        batches: (async function* () {})(),
        record: () => Promise.resolve(),
      })
    },
  }
}

/** Returns the bytes of a file. If reading stops early, drains the rest: browsers read the response only after sending all. */
function decompress({ body, headers }: Pick<Request, 'headers' | 'body'>): Readable {
  if (!body) throw new AppError('INVALID_INPUT', { fields: { file: 'empty' } })
  const bytes = headers.get('content-encoding') === 'gzip' ? createGunzip() : new PassThrough()
  const hearOut = () => body.pipeTo(new WritableStream()).catch(() => undefined)
  // This drops no errors of the upload, because reading `bytes` throws them.
  pipeline(body.values({ preventCancel: true }), bytes).then(hearOut, hearOut)
  return bytes
}

/** Throws INVALID_INPUT for an upload that broke off or cannot be unpacked, because the server is not at fault. */
async function* requireComplete(bytes: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes as AsyncIterable<Uint8Array>
  } catch (cause) {
    throw Object.assign(new AppError('INVALID_INPUT', { fields: { file: 'broken' } }), { cause })
  }
}

type UploadContext = Pick<ServiceContext, 'db' | 'actor' | 'language'> & { session: { id: string } }

interface UploadedFile {
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores the rows of a file as a draft during the upload. If that fails, the draft is deleted right away or by the purge.
 * @throws {AppError} TOO_MANY_REQUESTS while this session uploads another file; TOO_MANY_TODAY, and the errors of `readCsv`
 */
export async function saveDraft(
  { db, actor, session, language }: UploadContext,
  kind: ImportKind,
  { fileName, bytes }: UploadedFile,
): Promise<{ id: string }> {
  if (uploadingSessionIds.has(session.id)) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 10 })
  uploadingSessionIds.add(session.id)
  try {
    const rows = readCsv(bytes, importsConfig)
    const first = await rows.next()
    const header = first.done ? [] : first.value.cells
    const input: ImportInput = {
      fileName,
      header,
      columns: guessColumns(kind, header),
      isRead: false,
      checkedTo: 0,
      language,
    }
    const made = await db.transaction((db) => addDraft(db, actor, kind, input))
    await saveRows(db, made.id, input, rows).catch(async (error: unknown) => {
      await deleteDraft(db, made.id)
      throw error
    })
    return made
  } finally {
    uploadingSessionIds.delete(session.id)
  }
}

async function addDraft(db: Database, actor: ActorRef, kind: ImportKind, input: ImportInput): Promise<{ id: string }> {
  await takeRoom({ db, actor }, 'bulkJob', {
    holder: actor.id,
    count: () => db.$count(bulkJob, and(eq(bulkJob.actorId, actor.id), eq(bulkJob.status, 'draft'))),
    // The error says that users must wait, because they cannot delete drafts: only the purge does, after a day.
    refusal: new AppError('TOO_MANY_TODAY'),
  })
  const [made] = await db
    .insert(bulkJob)
    .values({ kind: kind.name, status: 'draft', actorId: actor.id, actorName: actor.name, input })
    .returning({ id: bulkJob.id })
  if (!made) throw new AppError('UNKNOWN_ERROR')
  return made
}

/** Deletes a draft. Only logs a failure, for example if a large draft takes too long, because the purge deletes it later. */
async function deleteDraft(db: Database, id: string): Promise<void> {
  try {
    await db.delete(bulkJob).where(eq(bulkJob.id, id))
  } catch (error) {
    log.warn(
      { event: 'import.draft_delete_failed', jobId: id, name: nameOfError(error) },
      'could not delete the draft of a failed import; the daily purge will delete it',
    )
  }
}

/** Stores rows in several transactions, because a single one would hold a connection during a slow upload. */
async function saveRows(db: Database, id: string, input: ImportInput, rows: AsyncIterable<CsvRow>): Promise<void> {
  let total = 0
  let size = 0
  let batch: CsvRow[] = []
  const flush = async () => {
    // Check before each batch, because the sandbox of a demo might have become full since the upload began.
    if (isDemoReadOnly()) throw new AppError('DEMO_MODE_ENABLED')
    await db.execute(sql`
      insert into ${bulkJobRow} (job_id, position, input)
      select ${id}::uuid, line, cells from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as row (line int, cells jsonb)`)
    total += batch.length
    batch = []
    size = 0
  }
  for await (const row of rows) {
    batch.push(row)
    size += row.cells.reduce((length, cell) => length + cell.length, 0)
    if (batch.length >= BATCH_SIZE || size >= MAX_BATCH_CHARACTERS) await flush()
  }
  if (batch.length > 0) await flush()
  if (total === 0) throw new AppError('INVALID_INPUT', { fields: { file: 'empty' } })
  await db
    .update(bulkJob)
    .set({ total, input: { ...input, isRead: true } })
    .where(eq(bulkJob.id, id))
}
