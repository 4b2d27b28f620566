type Send = (request: Request) => Promise<Response>

interface Limits {
  maxRetries: number
  maxRetrySeconds: number
}

const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])
const TEMPORARY = new Set([429, 502, 503, 504])
const FIRST_BACKOFF_SECONDS = 0.5

/** Sends a request, and repeats it after a temporary failure if it is idempotent or has an `Idempotency-Key`. */
export async function sendWithRetries(send: Send, request: Request, limits: Limits): Promise<Response> {
  const isSafe = IDEMPOTENT.has(request.method) || request.headers.has('Idempotency-Key')
  for (let retries = 0; isSafe && retries < limits.maxRetries; retries += 1) {
    const response = await send(request.clone()).catch(() => request.signal.throwIfAborted())
    const seconds = secondsBeforeRetry(response, retries)
    if (response && !(isTemporary(response) && seconds <= limits.maxRetrySeconds)) return response
    await response?.body?.cancel()
    await pause(seconds, request.signal)
  }
  return send(request)
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

/** Waits; an aborted signal ends the wait with its reason. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
