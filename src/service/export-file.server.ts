import { cancelledBy } from '#db/deadlines.ts'
import { AppError } from '#lib/app-error.ts'

/** A slow reader shall not be refused for the export that is under way still; a script shall not have dozens of them. */
const MOST_AT_ONCE = 2
const BYTE_ORDER_MARK = '\uFEFF'

/** Exports under way, by session, of this process. */
const underWay = new Map<string, number>()

interface ExportedFile {
  name: string
  type: 'text/csv' | 'application/jsonl'
  /** Tells old spreadsheets that the file is UTF-8. */
  hasByteOrderMark: boolean
  head: string
  /** The lines after the head, some at a time: the next ones are read when somebody takes them. */
  lines: AsyncGenerator<string>
  /** Asked before each of them: whether who reads the file may still do so. */
  isStillAllowed: () => Promise<boolean>
  /** Writes down that somebody has it. */
  record: () => Promise<void>
}

/**
 * Sends a file that is made while it is read. It breaks off when who reads it loses the right to, and reads nothing more
 * from the database when they leave.
 * @throws {AppError} TOO_MANY_REQUESTS while this session reads others
 */
export async function sendExport(context: { session: { id: string } }, file: ExportedFile): Promise<Response> {
  const release = claimPlace(context.session.id)
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

function claimPlace(sessionId: string): () => void {
  const count = underWay.get(sessionId) ?? 0
  if (count >= MOST_AT_ONCE) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 30 })
  underWay.set(sessionId, count + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const left = (underWay.get(sessionId) ?? 1) - 1
    if (left > 0) underWay.set(sessionId, left)
    else underWay.delete(sessionId)
  }
}

function streamOf({ hasByteOrderMark, head, lines, isStillAllowed }: ExportedFile, release: () => void) {
  const encoder = new TextEncoder()
  const left = new AbortController()
  let lead = (hasByteOrderMark ? BYTE_ORDER_MARK : '') + head
  async function nextPart() {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return undefined
      if (!(await isStillAllowed())) throw new AppError('FORBIDDEN')
      // A stream that was given nothing would not be asked again.
      if (lead + value !== '') return value
    }
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const text = await cancelledBy(left.signal, nextPart)
        if (lead + (text ?? '') !== '') controller.enqueue(encoder.encode(lead + (text ?? '')))
        lead = ''
        if (text !== undefined) return
        controller.close()
      } catch (error) {
        // What has been read is no whole file: the connection breaks off, so that nobody takes it for one.
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
