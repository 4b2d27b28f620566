import cluster from 'node:cluster'
import pino from 'pino'
import { LineOutput } from './line-output.server.ts'

const logOutput = new LineOutput(process.stdout, (count) =>
  log.warn({ event: 'log.lines_dropped', count }, 'lines of the log are lost, because standard output was blocked'),
)

/** Fields of a line: `event` is `<area>.<past-tense verb>`, as listed in `docs/log.md`. */
interface LogFields {
  event: `${string}.${string}` | 'request' | 'console'
  [field: string]: unknown
}

/** Writes a line: its fields, and a message for operators. */
type WriteLine = (fields: LogFields, message: string) => void

interface Log extends Record<'debug' | 'info' | 'warn' | 'error', WriteLine> {
  level: string
}

/**
 * The log: JSON lines to standard output, dropped if the output blocks. Callers must mask addresses and never pass codes, tokens
 * or cookies.
 */
export const log: Log = pino(
  {
    // With several processes, each line has the ID of the process that wrote it.
    base: cluster.isWorker ? { pid: process.pid } : undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.email', '*.token', '*.otp', '*.code', '*.cookie', 'email', 'token', 'otp', 'cookie'],
      censor: '[redacted]',
    },
  },
  logOutput,
)

/** Returns the name of an error for the log. The message is left out, because it might contain data of users. */
export function nameOfError(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

/** Waits until all lines are written, at most a second. Call it before the process ends. */
export function flushLog(): Promise<void> {
  return logOutput.end()
}
