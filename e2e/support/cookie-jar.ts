import { parseSetCookie } from 'cookie'

const keepEncoded = (value: string) => value

/** The cookies of one browser at one server. */
export class CookieJar {
  readonly #cookies: Map<string, string>

  constructor(cookies: Iterable<[string, string]> = []) {
    this.#cookies = new Map(cookies)
  }

  /** Returns another jar with the same cookies. */
  copy(): CookieJar {
    return new CookieJar(this.#cookies)
  }

  /** Stores the cookies that a response sets, and deletes those that it expires. */
  keepFrom(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(line, { decode: keepEncoded })
      if (maxAge === 0) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  delete(name: string): void {
    this.#cookies.delete(name)
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#cookies[Symbol.iterator]()
  }

  /** The Cookie header, with hostile values unchanged. */
  get header(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ')
  }
}
