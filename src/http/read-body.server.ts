import { AppError } from '#lib/app-error.ts'

/** So much of what is too large is waited for before it is refused: many clients only listen when they have said all. */
const HEARD_OUT = 1_048_576

/**
 * The same request with its body read, so that whoever uses it finds it whole and short enough to be parsed: libraries
 * answer one that breaks off or grows too large with failures of their own.
 * @throws {AppError} PAYLOAD_TOO_LARGE past `limit` bytes, INVALID_INPUT when the client hung up
 */
export async function withWholeBody(request: Request, limit: number): Promise<Request> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length > HEARD_OUT || (limit === 0 && length > 0)) throw new AppError('PAYLOAD_TOO_LARGE')
  if (!request.body || limit === 0) return request
  const body = await readWhole(request.body, limit)
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body })
}

async function readWhole(body: ReadableStream<Uint8Array>, limit: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // Cancelling would close the connection before the answer is on its way.
    for await (const chunk of body.values({ preventCancel: true })) {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      if (size > HEARD_OUT) break
    }
  } catch (cause) {
    throw Object.assign(new AppError('INVALID_INPUT'), { cause })
  }
  if (size <= limit) return Buffer.concat(chunks)
  // Unread, the rest would be in the way of the next request.
  if (size > HEARD_OUT) body.pipeTo(new WritableStream()).catch(() => undefined)
  throw new AppError('PAYLOAD_TOO_LARGE')
}
