import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from './app-error.ts'

/** What the request handler found out about one request; everything behind it reads it from here. */
export interface RequestContext {
  /** Also sent as X-Request-Id and written to the log. */
  id: string
  /** The visitor's IP address, behind trusted proxies too. */
  address: string
  language: string
  /** For the scripts of this page; none where they are trusted by their hashes. */
  nonce: string | undefined
  /** A random text that this browser alone knows; kept in a cookie from the first request for a code on. */
  browserId: string | undefined
  headers: Headers
  cookies: ReadonlyMap<string, string>
  /** Set-Cookie lines to be added to the response, whoever makes it. */
  setCookies: string[]
  /** What is looked up once and then remembered until the response. */
  memory: Map<symbol, unknown>
}

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
export function oncePerRequest<T>(key: symbol, find: () => T): T {
  const { memory } = currentRequest()
  if (!memory.has(key)) memory.set(key, find())
  return memory.get(key) as T
}
