import type { RequestContext } from './request-context.server.ts'

/** A part of the addresses that a feature answers in a way of its own: by no cookie, and with no page. */
export interface Mount {
  /** The prefix of its paths, for example `/api/v1`. */
  base: string
  answer: (request: Request, context: RequestContext) => Promise<Response>
  /** Returns a failure in the format that its callers read. */
  refuse: (error: unknown) => Response
}

/** Finds the mount that an address belongs to. */
export function mountAt(mounts: readonly Mount[], { pathname }: URL): Mount | undefined {
  return mounts.find(({ base }) => `${pathname}/`.startsWith(`${base}/`))
}
