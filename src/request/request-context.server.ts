import { AsyncLocalStorage } from 'node:async_hooks'
import type { appConfig } from '#app.config'
import { AppError } from '#lib/app-error.ts'
import type { RefusedForm } from '#lib/form-answer.ts'

/**
 * A request as everything behind the request handler knows it: what was found out about it once, and what is kept until
 * the response.
 */
export interface RequestContext {
  /** Also sent as X-Request-Id and written to the log. */
  id: string
  url: URL
  /** The visitor's IP address, behind trusted proxies too. */
  address: string
  language: (typeof appConfig.languages)[number]
  /** For the scripts of this page; none where they are trusted by their hashes. */
  nonce: string | undefined
  /** A random text that this browser alone knows; kept in a cookie from the first request for a code on. */
  browserId: string | undefined
  headers: Headers
  /** Says when whoever asked has left. */
  signal: AbortSignal
  cookies: ReadonlyMap<string, string>
  /** Set-Cookie lines to be added to the response, whoever makes it. */
  setCookies: string[]
  /** What is kept from one step of the request to a later one. */
  store: RequestStore
}

/** The key of one value in the store of a request; it carries the type of that value. */
export interface RequestKey<Value> {
  readonly description: string
  /** Never there: it only ties the key to its type. */
  readonly value?: Value
}

/** Makes a key of its own: no two are equal, whatever their descriptions. */
export function requestKey<Value>(description: string): RequestKey<Value> {
  return { description }
}

/** Values of one request under typed keys. */
export class RequestStore {
  readonly #values = new Map<RequestKey<unknown>, unknown>()

  get<Value>(key: RequestKey<Value>): Value | undefined {
    // Only `set` below writes, with the key's own type.
    return this.#values.get(key) as Value | undefined
  }

  set<Value>(key: RequestKey<Value>, value: Value): void {
    this.#values.set(key, value)
  }
}

/** The key of the pattern that the path of a request matches: one of a few, never the path itself. For measuring. */
export const routePattern = requestKey<string>('routePattern')

/** The key of the theme that an account has kept for whose request it is. */
export const themeOfAccount = requestKey<(typeof appConfig.themes)[number]>('themeOfAccount')

/** The key of the form that the page is the answer to, where it was refused. */
export const refusedForm = requestKey<RefusedForm>('refusedForm')

/** The key of the sentence that says what a form has done that led to this page. */
export const formResult = requestKey<string>('formResult')

/** The key of what the history names as the device of this request, where that is no browser. */
export const callingProgram = requestKey<string>('callingProgram')

const storage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` so that everything it calls finds this context. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work)
}

/**
 * The request under way.
 * @throws {AppError} when there is none: the caller runs outside of the request handler
 */
export function currentRequest(): RequestContext {
  const context = storage.getStore()
  if (!context) throw new AppError('UNKNOWN_ERROR')
  return context
}

/** The request under way, if any: work outside of requests (jobs, tests) has none. */
export function findCurrentRequest(): RequestContext | undefined {
  return storage.getStore()
}

/** The result of `find`, looked up at most once in this request. */
export function oncePerRequest<Value>(key: RequestKey<Value>, find: () => Value): Value {
  const { store } = currentRequest()
  const known = store.get(key)
  if (known !== undefined) return known
  const value = find()
  store.set(key, value)
  return value
}
