/**
 * An endpoint under /api/auth that a feature handles instead of better-auth. The auth handler has already refused other sites,
 * other methods and, in demo mode, changes; `handle` must check the caller's permission.
 */
export type AuthEndpoint = OwnEndpoint | PassedEndpoint

interface OwnEndpoint {
  /** Path below /api/auth. */
  path: string
  method: 'GET' | 'POST'
  /**
   * Returns the answer, which is sent as JSON. Cookies are set through the current request.
   * @param input the URL parameters for GET, the JSON body for POST (`{}` if empty); not validated
   * @throws {AppError} the error for the caller
   */
  handle: (input: unknown) => Promise<unknown>
  /** Additional headers of the answer. */
  headers?: Record<string, string>
}

/** Converts better-auth's answer to a request. @param askLibrary fetches that answer */
export type ConvertAnswer = (request: Request, askLibrary: (request: Request) => Promise<Response>) => Promise<Response>

/** An open endpoint of better-auth whose answer is converted before it is sent. */
interface PassedEndpoint {
  path: string
  method: 'GET'
  convert: ConvertAnswer
}
