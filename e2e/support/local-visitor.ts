/** A browser without a window at a server in local mode: signs in by what /dev/inbox shows. */
export class LocalVisitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  /** The same cookies at another server. */
  at(url: string): LocalVisitor {
    const twin = new LocalVisitor(url)
    for (const [name, value] of this.#cookies) twin.#cookies.set(name, value)
    return twin
  }

  /** Asks for a code, reads it from the page of the inbox, and enters it. */
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

  async page(path: string): Promise<{ status: number; html: string }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${this.#url}${path}`, { headers: { cookie }, redirect: 'manual' })
    return { status: response.status, html: await response.text() }
  }

  /** The newest first, as the page lists them. */
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
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response.status
  }
}
