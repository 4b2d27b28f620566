type Send = (request: Request) => Promise<Response>

interface Limits {
  maxRetries: number
  maxRetrySeconds: number
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const TEMPORARY = new Set([429, 502, 503, 504])
const FIRST_BACKOFF_SECONDS = 0.5

/**
 * Sends a request, and repeats it after a temporary failure if it is idempotent or has an `Idempotency-Key`. If the response to
 * a DELETE is lost and the repetition finds nothing, the first request has deleted it, so the result is a success.
 */
export async function sendWithRetries(send: Send, request: Request, limits: Limits): Promise<Response> {
  const isSafe = IDEMPOTENT.has(request.method) || request.headers.has('Idempotency-Key')
  let isPerhapsDone = false
  const settle = (response: Response) =>
    isPerhapsDone && request.method === 'DELETE' && isMissing(response)
      ? new Response(null, { status: 204, headers: response.headers })
      : response
  for (let retries = 0; isSafe && retries < limits.maxRetries; retries += 1) {
    const response = await send(request.clone()).catch(() => request.signal.throwIfAborted())
    const seconds = secondsBeforeRetry(response, retries)
    if (response && !(isTemporary(response) && seconds <= limits.maxRetrySeconds)) return settle(response)
    // Only a refusal because of too many requests is certain to have changed nothing.
    isPerhapsDone ||= response?.status !== 429
    await response?.body?.cancel()
    await pause(seconds, request.signal)
  }
  return settle(await send(request))
}

/** Whether the API, and not for example a proxy, responds that there is no such row. */
function isMissing({ status, headers }: Response): boolean {
  return status === 404 && headers.get('Content-Type')?.startsWith('application/problem+json') === true
}

/** Whether the same request can succeed later. A conflict with `Retry-After` means that the same request is still running. */
function isTemporary({ status, headers }: Response): boolean {
  return TEMPORARY.has(status) || (status === 409 && headers.has('Retry-After'))
}

/** Returns the time in `Retry-After`, a number or a date. Without it, the time doubles with each retry, and is partly random. */
function secondsBeforeRetry(response: Response | void, retries: number): number {
  const retryAfter = response?.headers.get('Retry-After')
  if (!retryAfter) return FIRST_BACKOFF_SECONDS * 2 ** retries * (1 + Math.random())
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) : Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1_000)
}

/** Waits; an aborted signal ends the wait with its reason, also if it was aborted before. */
async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, seconds * 1_000)
    signal.addEventListener('abort', end)
  })
  signal.throwIfAborted()
}
