export interface Mail {
  /** The same at every try, so that receivers can drop a duplicate. */
  id: string
  to: string
  subject: string
  html: string
  text: string
}

/** Hands mail over to something that delivers it. */
export interface MailTransport {
  /**
   * Resolves when the other side has taken responsibility.
   * @throws {PermanentMailError} when trying again is of no use
   */
  send: (mail: Mail) => Promise<void>
  /** Talks to the other side as `send` does, without a mail; fails where `send` would. */
  probe: () => Promise<void>
}

/** The failure of a mail that the other side refuses for good: an address that does not exist, say. */
export class PermanentMailError extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'PermanentMailError'
  }
}

/** The answer of the mail server that made a mail fail, as its code; of a failure without one the reason. */
export function answerOfMailServer(error: unknown): string {
  const failure = error instanceof PermanentMailError ? (error.cause ?? error) : error
  const { responseCode } = failure as { responseCode?: number }
  return responseCode === undefined ? reasonOfRefusal(failure) : String(responseCode)
}

/** The reason for which a mail was not taken, short enough for the log. */
export function reasonOfRefusal(error: unknown): string {
  // Never the message: mail servers quote the address in it.
  const { code, responseCode, name } = error as { code?: string; responseCode?: number; name?: string }
  return String(code ?? responseCode ?? name ?? 'unknown')
}
