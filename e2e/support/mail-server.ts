import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { findCodeInMail } from '#one-time-code/code-field.ts'

export interface ReceivedMail extends Email {
  /** The recipients that the SMTP conversation named. */
  envelopeTo: string[]
}

/** A real SMTP server that stores the emails it receives. It can refuse, hang, and be stopped. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  /** The SMTP code with which the server refuses every recipient; undefined to accept the emails. */
  refuseWith: number | undefined
  /** Delays each step of a conversation until the promise that `hold` returns is resolved. */
  hold: () => Promise<void> = () => Promise.resolve()
  /** Whether the server drops its connections after it has received an email, without confirming the email. */
  dropsAfterTaking = false
  /** The number of conversations that `hold` currently delays at the SMTP command for the sender. */
  heldCount = 0
  port = 0
  #server: SMTPServer | undefined

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onMailFrom: (_address, _session, done) => {
        this.heldCount += 1
        void this.hold()
          .finally(() => (this.heldCount -= 1))
          .then(() => done(), done)
      },
      onRcptTo: (_address, _session, done) => {
        const refusal = Object.assign(new Error('not taken'), { responseCode: this.refuseWith })
        this.hold().then(() => done(this.refuseWith === undefined ? null : refusal), done)
      },
      onData: (stream, session, done) => {
        buffer(stream)
          .then(async (raw) => {
            await this.hold()
            return PostalMime.parse(raw)
          })
          .then((mail) =>
            this.received.push({ ...mail, envelopeTo: session.envelope.rcptTo.map(({ address }) => address) }),
          )
          .then(() => (this.dropsAfterTaking ? this.#dropAll() : done()), done)
      },
    })
    server.on('error', () => undefined)
    const listening = once(server.server, 'listening')
    server.listen(this.port, '127.0.0.1')
    await listening
    this.port = (server.server.address() as AddressInfo).port
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  #dropAll() {
    for (const connection of this.#server?.connections ?? []) connection.close()
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.received.filter((mail) => mail.envelopeTo.includes(address))
  }

  /** Returns the email to this address with this subject, once it has arrived. Emails do not arrive in the order of their events. */
  async mailWithSubject(address: string, subject: string): Promise<ReceivedMail> {
    for (let waited = 0; waited < 100; waited += 1) {
      const mail = this.mailsTo(address).find((each) => each.subject === subject)
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(
      `No email "${subject}" to ${address}: ${this.mailsTo(address)
        .map((each) => each.subject)
        .join(', ')}`,
    )
  }

  /** Returns the emails to this address that contain a code. The others are notices. */
  codeMailsTo(address: string): ReceivedMail[] {
    return this.mailsTo(address).filter(({ text }) => findCodeInMail(text ?? '') !== undefined)
  }

  /**
   * Returns the code in the newest email with a code to this address, once there are `mailCount` of them.
   * @throws after ten seconds
   */
  async codeFor(address: string, mailCount = 1): Promise<string> {
    for (let waited = 0; waited < 100; waited += 1) {
      const mails = this.codeMailsTo(address)
      const code = findCodeInMail(mails.at(-1)?.text ?? '')
      if (mails.length >= mailCount && code) return code
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no email with a code arrived for ${address}`)
  }
}
