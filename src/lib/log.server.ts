import cluster from 'node:cluster'
import pino from 'pino'

/** One JSON line each, to standard output. Callers mask addresses; codes, tokens and cookies are never passed in. */
export const log = pino({
  // Where several processes write, each line says which.
  base: cluster.isWorker ? { pid: process.pid } : undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: ['*.email', '*.token', '*.otp', '*.code', '*.cookie', 'email', 'token', 'otp', 'cookie'],
    censor: '[redacted]',
  },
})
