export interface Mail {
  /** An id that is the same in every retry, so that receivers can drop duplicates. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Hands mail over to a service that delivers it. */
export interface MailTransport {
  /**
   * Resolves when the service has accepted the mail.
   * @throws {PermanentMailError} if a retry cannot succeed
   */
  send: (mail: Mail) => Promise<void>
  /** Connects to the service like `send`, but sends no mail. Fails if `send` would fail. */
  probe: () => Promise<void>
}

/** The failure of a mail that the service refuses permanently, for example because the address doesn't exist. */
export class PermanentMailError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'PermanentMailError'
  }
}

/** Returns the response code of the mail server that made a mail fail, or the reason of a failure without a code. */
export function responseCodeOrReason(error: unknown): string {
  const failure = error instanceof PermanentMailError ? (error.cause ?? error) : error
  const { responseCode } = failure as { responseCode?: number }
  return responseCode === undefined ? errorReasonForLog(failure) : String(responseCode)
}

/** Returns the reason why a mail was not accepted, short enough for the log. */
export function errorReasonForLog(error: unknown): string {
  // Leave out the message, because mail servers quote the address in it.
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return String(code ?? responseCode ?? name ?? 'unknown')
}
