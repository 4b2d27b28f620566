import type { BrowserContext } from '@playwright/test'
import { CookieJar } from './cookie-jar.ts'

/** A visitor of a server in local mode, without a browser. Signs in with the codes that /dev/inbox shows. */
export class LocalVisitor {
  readonly #url: string
  readonly #cookies: CookieJar

  constructor(url: string, cookies = new CookieJar()) {
    this.#url = url
    this.#cookies = cookies
  }

  /** Returns a visitor with the same cookies at another server. */
  at(url: string): LocalVisitor {
    return new LocalVisitor(url, this.#cookies.copy())
  }

  /** Requests a code, reads it from the inbox page, and enters it. */
  async signIn(email: string): Promise<number> {
    const codesBefore = await this.#codesInInbox()
    await this.#post('/email-otp/send-verification-otp', { email, type: 'sign-in' })
    let codes = codesBefore
    while (codes.length === codesBefore.length) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      codes = await this.#codesInInbox()
    }
    return this.#post('/sign-in/email-otp', { email, otp: codes[0] })
  }

  /** Signs a browser in, with the cookies of this visitor. */
  async shareCookies(browser: BrowserContext): Promise<void> {
    await browser.addCookies([...this.#cookies].map(([name, value]) => ({ name, value, url: this.#url })))
  }

  async page(path: string): Promise<{ status: number; html: string }> {
    const headers = { cookie: this.#cookies.header }
    const response = await fetch(`${this.#url}${path}`, { headers, redirect: 'manual' })
    return { status: response.status, html: await response.text() }
  }

  /** Returns the codes in the order of the page, newest first. */
  async #codesInInbox(): Promise<string[]> {
    const { html } = await this.page('/dev/inbox')
    return [...html.matchAll(/<output[^>]*>(\d{6})<\/output>/g)].map(([, code]) => code ?? '')
  }

  async #post(call: string, body: object): Promise<number> {
    const response = await fetch(`${this.#url}/api/auth${call}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: this.#url,
        cookie: this.#cookies.header,
      },
      body: JSON.stringify(body),
    })
    this.#cookies.keepFrom(response.headers)
    return response.status
  }
}
