import { type App, someAddress } from './app.ts'
import type { SolvedChallenge } from './challenge.ts'
import { CookieJar } from './cookie-jar.ts'

/** The parts of an app that a visitor needs. */
type VisitedApp = Pick<App, 'url' | 'mail'>

interface VisitorResponse {
  status: number
  headers: Headers
  /** The parsed body if it is JSON, otherwise its text. */
  body: unknown
}

/** A visitor who sends HTTP requests to the product. Stores cookies like a browser, but follows no redirects. */
export class Visitor {
  address = someAddress()
  readonly #app: VisitedApp
  readonly #cookies: CookieJar

  constructor(app: VisitedApp, cookies = new CookieJar()) {
    this.#app = app
    this.#cookies = cookies
  }

  /** Returns a visitor of another node with the same cookies and address. */
  at(app: VisitedApp): Visitor {
    const twin = new Visitor(app, this.#cookies.copy())
    twin.address = this.address
    return twin
  }

  get(path: string, headers: Record<string, string> = {}): Promise<VisitorResponse> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<VisitorResponse> {
    return this.send('POST', path, JSON.stringify(body), {
      'content-type': 'application/json',
      origin: this.#app.url,
      ...headers,
    })
  }

  async send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<VisitorResponse> {
    const cookie = this.cookies()
    const response = await fetch(`${this.#app.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': this.address, ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    })
    this.#cookies.keepFrom(response.headers)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: asJson(text) }
  }

  askForCode(email: string, work?: SolvedChallenge): Promise<VisitorResponse> {
    return this.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in', work })
  }

  enterCode(email: string, otp: string): Promise<VisitorResponse> {
    return this.post('/api/auth/sign-in/email-otp', { email, otp })
  }

  /** Requests a code, reads it from the email and enters it. */
  async signIn(email: string): Promise<VisitorResponse> {
    const before = this.#app.mail.codeMailsTo(email).length
    await this.askForCode(email)
    return this.enterCode(email, await this.#app.mail.codeFor(email, before + 1))
  }

  /** Returns the Cookie header that a browser would send. */
  cookies(): string {
    return this.#cookies.header
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  /** Sets a cookie. */
  keep(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  /** Sets a cookie that was created elsewhere. @returns this visitor */
  withCookie({ name, value }: { name: string; value: string }): this {
    this.keep(name, value)
    return this
  }

  forget(name: string): void {
    this.#cookies.delete(name)
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
