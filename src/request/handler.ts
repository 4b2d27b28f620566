import type { RequestContext } from './request-context.server.ts'

/** A step on the way of a request: answers by itself, or has the steps after it answer by calling `next`. */
export type Handler = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** Hands a request on to the next step, and gives back its answer. */
export type Next = (request: Request) => Promise<Response>
