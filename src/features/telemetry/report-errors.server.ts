import { build } from '#env/build.server.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { unexpectedErrors, type UnexpectedError } from '#middleware/unexpected-errors.server.ts'
import { routePattern } from '#request/request-context.server.ts'

/** Where a page failed is known when it has been answered; so long after the error a report is sent, in milliseconds. */
const SETTLED_MS = 250
const TIMEOUT_MS = 5_000
/** The most reports in a minute: what fails at every request is not told a thousand times. */
const MOST_PER_MINUTE = 30

/**
 * Reports unexpected errors to Sentry, or to what speaks its protocol.
 * @returns what waits until all is sent
 */
export function startReportingErrors(dsn: string): () => Promise<void> {
  const { name } = environment()
  const target = targetOf(dsn)
  const underWay: Promise<void>[] = []
  let left = MOST_PER_MINUTE
  const refill = setInterval(() => (left = MOST_PER_MINUTE), 60_000)
  refill.unref()

  async function send(error: UnexpectedError) {
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
    const body = envelope(error, name)
    const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': target.auth }
    try {
      const { status } = await fetch(target.url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (status >= 400) log.warn({ event: 'error_report.refused', errorId: error.errorId, status })
    } catch {
      log.warn({ event: 'error_report.not_sent', errorId: error.errorId })
    }
  }

  const report = (error: unknown) => {
    if (left <= 0) return
    left -= 1
    // Nothing else is told on this channel.
    underWay.push(send(error as UnexpectedError))
    if (underWay.length > MOST_PER_MINUTE) void underWay.shift()
  }
  unexpectedErrors.subscribe(report)
  return async () => {
    unexpectedErrors.unsubscribe(report)
    clearInterval(refill)
    await Promise.all(underWay)
  }
}

function targetOf(dsn: string) {
  const url = new URL(dsn)
  const [, prefix = '', project = ''] = /^(.*)\/(\w+)$/.exec(url.pathname) ?? []
  return {
    url: `${url.origin}${prefix}/api/${project}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_client=latchkey/${build.version}, sentry_key=${url.username}`,
  }
}

/** Three lines: whose envelope it is, what kind of thing is in it, and the thing. */
function envelope(
  { errorId, name, reason, stack, request }: UnexpectedError,
  environmentName: string | undefined,
): string {
  const eventId = errorId.replaceAll('-', '')
  const event = {
    event_id: eventId,
    timestamp: Date.now() / 1_000,
    platform: 'node',
    level: 'error',
    release: [build.version, build.commit].filter(Boolean).join('+'),
    environment: environmentName,
    transaction: request?.store.get(routePattern),
    tags: { error_id: errorId, request_id: request?.id, reason },
    exception: { values: [{ type: name, value: reason, stacktrace: { frames: stack.map(frameOf).toReversed() } }] },
  }
  const lines = [{ event_id: eventId, sent_at: new Date().toISOString() }, { type: 'event' }, event]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

function frameOf(line: string) {
  const [, called, file, row, column] = /^\s+at (?:(.+?) \()?(.*?):(\d+):(\d+)\)?$/.exec(line) ?? []
  return {
    function: called,
    filename: file?.replace(/^.*\//, '') ?? line.trim(),
    lineno: row === undefined ? undefined : Number(row),
    colno: column === undefined ? undefined : Number(column),
  }
}
