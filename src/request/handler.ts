import type { RequestContext } from './request-context.server.ts'

/** A step in the handling of a request: either responds itself, or calls `next` to get the response of the following steps. */
export type Handler = (request: Request, context: RequestContext, next: Next) => Response | Promise<Response>

/** Passes a request to the next step, and returns the response. */
export type Next = (request: Request) => Promise<Response>
