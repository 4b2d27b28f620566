/**
 * An endpoint under /api/auth that a feature answers in better-auth's place. Before it is handled, the handler has refused other
 * sites, other methods and, in demo mode, changes; who may call it is for `handle` to decide.
 */
export type AuthEndpoint = OwnEndpoint | PassedEndpoint

interface OwnEndpoint {
  /** Below /api/auth. */
  path: string
  method: 'GET' | 'POST'
  /**
   * Answers with what it returns, as JSON. Cookies are set through the request under way.
   * @param input the parameters of the URL for GET, the JSON body for POST (none: `{}`); may be anything
   * @throws {AppError} what the caller is told
   */
  handle: (input: unknown) => Promise<unknown>
  /** Headers of the answer, besides those of all answers. */
  headers?: Record<string, string>
}

/** Answers a request with what it makes of better-auth's answer. @param askLibrary gets that */
export type PassOn = (request: Request, askLibrary: (request: Request) => Promise<Response>) => Promise<Response>

/** An endpoint of better-auth that is open, and whose answer is not sent as it is. */
interface PassedEndpoint {
  path: string
  method: 'GET'
  passOn: PassOn
}
