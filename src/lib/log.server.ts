import cluster from 'node:cluster'
import pino from 'pino'
import { LineOutput } from './line-output.server.ts'

const output = new LineOutput(process.stdout, (count) => log.warn({ event: 'log.lines_dropped', count }))

/**
 * The log: JSON lines to standard output, as far as that can be written to. Callers mask addresses; codes, tokens and
 * cookies are never passed in.
 */
export const log = pino(
  {
    // Where several processes write, each line says which.
    base: cluster.isWorker ? { pid: process.pid } : undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.email', '*.token', '*.otp', '*.code', '*.cookie', 'email', 'token', 'otp', 'cookie'],
      censor: '[redacted]',
    },
  },
  output,
)

/** Waits until the lines so far are written; to be called before the process ends. */
export function endLog(): Promise<void> {
  return output.end()
}
