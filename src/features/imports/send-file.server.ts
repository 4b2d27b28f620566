import { runCancellably } from '#db/deadlines.ts'
import { AppError } from '#lib/app-error.ts'

/** The maximum number of simultaneous exports by a session: a second one during a slow export, but not dozens by a script. */
const MAX_CONCURRENT_DOWNLOADS = 2
const BYTE_ORDER_MARK = '\uFEFF'

/** The number of running exports in this process, by session. */
const downloadsBySession = new Map<string, number>()

interface DownloadFile {
  name: string
  type: 'text/csv' | 'application/jsonl'
  /** Whether the file begins with a byte order mark, so that old spreadsheets detect UTF-8. */
  hasByteOrderMark: boolean
  head: string
  /** The lines after the head, in batches. A batch is read only when the client is ready to receive it. */
  lines: AsyncGenerator<string>
  /** Called before each batch is sent; returns whether the user is still allowed to read the file. */
  isStillAllowed: () => Promise<boolean>
  /** Records the export, before the file is sent. */
  record: () => Promise<void>
}

/**
 * Sends a file batch by batch, while its rows are read from the database. Breaks off when the user is no longer allowed to
 * read the rows, and stops reading when the client disconnects.
 * @throws {AppError} TOO_MANY_REQUESTS while this session receives two other files
 */
export async function sendFile(context: { session: { id: string } }, file: DownloadFile): Promise<Response> {
  const release = claimDownload(context.session.id)
  try {
    await file.record()
    return new Response(streamOf(file, release), {
      headers: {
        'Content-Type': `${file.type}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${file.name}"`,
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

function streamOf({ hasByteOrderMark, head, lines, isStillAllowed }: DownloadFile, release: () => void) {
  const encoder = new TextEncoder()
  const left = new AbortController()
  let lead = (hasByteOrderMark ? BYTE_ORDER_MARK : '') + head
  async function nextPart() {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return undefined
      if (!(await isStillAllowed())) throw new AppError('FORBIDDEN')
      // Skip empty batches, because `pull` must enqueue something; otherwise the stream does not call it again.
      if (lead + value !== '') return value
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
