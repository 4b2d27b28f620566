import { appConfig } from '#app.config'
import { build } from '#env/build.server.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { unexpectedErrors, type UnexpectedError } from '#middleware/unexpected-errors.server.ts'
import { routePatternKey } from '#request/request-context.server.ts'

/** Delay of a report in milliseconds, because it names the route of the request, which is known only after the response. */
const REPORT_DELAY_MS = 250
const TIMEOUT_MS = 5_000
/** Maximum number of reports a minute, so that an error in every request is not reported a thousand times. */
const MAX_PER_MINUTE = 30

/**
 * Reports unexpected errors to Sentry, or to a server with the same protocol.
 * @returns a function that waits until all reports are sent
 */
export function startReportingErrors(dsn: string): () => Promise<void> {
  const { name } = environment()
  const target = parseDsn(dsn)
  const underWay: Promise<void>[] = []
  let left = MAX_PER_MINUTE
  const refill = setInterval(() => (left = MAX_PER_MINUTE), 60_000)
  refill.unref()

  async function send(error: UnexpectedError) {
    await new Promise((resolve) => setTimeout(resolve, REPORT_DELAY_MS))
    const body = envelopeOf(error, name)
    const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': target.auth }
    try {
      const { status } = await fetch(target.url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (status >= 400)
        log.warn(
          { event: 'error_report.refused', errorId: error.errorId, status },
          'the error tracker rejected the report of an error',
        )
    } catch {
      log.warn({ event: 'error_report.send_failed', errorId: error.errorId }, 'the error tracker did not respond')
    }
  }

  const report = (error: unknown) => {
    if (left <= 0) return
    left -= 1
    // The cast is safe, because only unexpected errors are published on this channel.
    underWay.push(send(error as UnexpectedError))
    if (underWay.length > MAX_PER_MINUTE) void underWay.shift()
  }
  unexpectedErrors.subscribe(report)
  return async () => {
    unexpectedErrors.unsubscribe(report)
    clearInterval(refill)
    await Promise.all(underWay)
  }
}

function parseDsn(dsn: string) {
  const url = new URL(dsn)
  const [, prefix = '', project = ''] = /^(.*)\/(\w+)$/.exec(url.pathname) ?? []
  return {
    url: `${url.origin}${prefix}/api/${project}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_client=${appConfig.slug}/${build.version}, sentry_key=${url.username}`,
  }
}

/** Builds a Sentry envelope of three lines: its header, the item's header, and the item. */
function envelopeOf(
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
    transaction: request?.store.get(routePatternKey),
    tags: { error_id: errorId, request_id: request?.id, reason },
    exception: { values: [{ type: name, value: reason, stacktrace: { frames: stack.map(parseFrame).toReversed() } }] },
  }
  const lines = [{ event_id: eventId, sent_at: new Date().toISOString() }, { type: 'event' }, event]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

function parseFrame(line: string) {
  const [, called, file, row, column] = /^\s+at (?:(.+?) \()?(.*?):(\d+):(\d+)\)?$/.exec(line) ?? []
  return {
    function: called,
    filename: file?.replace(/^.*\//, '') ?? line.trim(),
    lineno: row === undefined ? undefined : Number(row),
    colno: column === undefined ? undefined : Number(column),
  }
}
