import pino from 'pino'

/** One JSON line each, to standard output. Callers mask addresses; codes, tokens and cookies are never passed in. */
export const log = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: ['*.email', '*.token', '*.otp', '*.code', '*.cookie', 'email', 'token', 'otp', 'cookie'],
    censor: '[redacted]',
  },
})
