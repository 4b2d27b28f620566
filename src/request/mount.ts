import type { RequestContext } from './request-context.server.ts'

/** A path prefix under which a feature handles all requests itself, without cookies and without pages. */
export interface Mount {
  /** The prefix, for example `/api/v1`. */
  base: string
  answer: (request: Request, context: RequestContext) => Promise<Response>
  /** Whether a request has a file, which can be long and is read after the permission check. */
  isUpload?: (request: Request, url: URL) => boolean
  /** Returns the response for a failure, in the format of the callers. */
  refuse: (error: unknown) => Response
}

/** Finds the mount that a URL belongs to. */
export function findMount(mounts: readonly Mount[], { pathname }: URL): Mount | undefined {
  return mounts.find(({ base }) => `${pathname}/`.startsWith(`${base}/`))
}
