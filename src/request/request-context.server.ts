import { AsyncLocalStorage } from 'node:async_hooks'
import type { appConfig } from '#app.config'
import { AppError } from '#lib/app-error.ts'
import type { RefusedForm } from '#lib/refused-form.ts'

/**
 * The data of a request for all code that handles it: facts that are determined once at the start, and values that middleware
 * stores until the response.
 */
export interface RequestContext {
  /** The request id, which is also in X-Request-Id and in the log. */
  id: string
  url: URL
  /** The visitor's IP address, also if the request comes through trusted proxies. */
  address: string
  language: (typeof appConfig.languages)[number]
  /** The CSP nonce of this page's scripts; undefined if they are trusted by their hashes. */
  nonce: string | undefined
  /** A random text that only this browser knows; stored in a cookie from the first code request on. */
  browserId: string | undefined
  headers: Headers
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  cookies: ReadonlyMap<string, string>
  /** Set-Cookie headers that are added to the response, independent of the handler. */
  setCookies: string[]
  /** Values that middleware keeps for later middleware. */
  store: RequestStore
}

/** The key of one value in the store of a request; it carries the type of that value. */
export interface RequestKey<Value> {
  readonly description: string
  /** Never set: the property only ties the key to its type. */
  readonly value?: Value
}

/** Creates a unique key; keys with equal descriptions differ. */
export function requestKey<Value>(description: string): RequestKey<Value> {
  return { description }
}

/** Values of one request under typed keys. */
export class RequestStore {
  readonly #values = new Map<RequestKey<unknown>, unknown>()

  get<Value>(key: RequestKey<Value>): Value | undefined {
    // The cast is safe: only `set` below writes values, with the type of their key.
    return this.#values.get(key) as Value | undefined
  }

  set<Value>(key: RequestKey<Value>, value: Value): void {
    this.#values.set(key, value)
  }
}

/** The key of the route pattern that the path of a request matches. Metrics contain the pattern, never the path. */
export const routePatternKey = requestKey<string>('routePattern')

/** The key of the theme that is stored in the account of the signed-in user. */
export const themeOfAccountKey = requestKey<(typeof appConfig.themes)[number]>('themeOfAccount')

/** The key of the refused form that this page is the response to. */
export const refusedFormRequestKey = requestKey<RefusedForm>('refusedForm')

/** The key of the success message of the form that led to this page. */
export const formResultKey = requestKey<string>('formResult')

/** The store's key of the name of a program that calls the API, which the history shows in place of a browser. */
export const apiClientNameKey = requestKey<string>('apiClientName')

const contextStorage = new AsyncLocalStorage<RequestContext>()

/** Runs `work` so that everything it calls finds this context. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return contextStorage.run(context, work)
}

/**
 * Returns the current request.
 * @throws {AppError} if the caller runs outside of the request handler
 */
export function currentRequest(): RequestContext {
  const context = contextStorage.getStore()
  if (!context) throw new AppError('UNKNOWN_ERROR')
  return context
}

/** Returns the current request; undefined outside of requests, for example in jobs. */
export function findCurrentRequest(): RequestContext | undefined {
  return contextStorage.getStore()
}

/** Returns the result of `find`, which is called at most once in this request. */
export function oncePerRequest<Value>(key: RequestKey<Value>, find: () => Value): Value {
  const { store } = currentRequest()
  const known = store.get(key)
  if (known !== undefined) return known
  const value = find()
  store.set(key, value)
  return value
}

/** Handles a request: either responds itself, or calls `next` to get the response of the following handlers. */
export type Handler = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** Passes a request to the next handler, and returns the response. */
export type Next = (request: Request) => Promise<Response>
