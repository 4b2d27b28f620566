/**
 * An endpoint under /api/auth that a feature handles instead of better-auth. The auth handler has already refused calls from
 * other sites, calls with other methods and, in the read-only demo, changes; `handle` must check the caller's permission.
 */
export type AuthEndpoint = FeatureEndpoint | ConvertedEndpoint

interface FeatureEndpoint {
  /** Path below /api/auth. */
  path: string
  method: 'GET' | 'POST'
  /**
   * Returns the body of the response, which is sent as JSON. Set cookies through the current request.
   * @param input the URL parameters for GET, the JSON body for POST (`{}` if empty); not validated
   * @throws {AppError} the error for the caller
   */
  handle: (input: unknown) => Promise<unknown>
  /** Additional headers of the response. */
  headers?: Record<string, string>
}

/** Returns better-auth's response to a request in a converted form. @param forward makes better-auth handle a request */
export type ConvertResponse = (request: Request, forward: (request: Request) => Promise<Response>) => Promise<Response>

/** An endpoint of better-auth whose response is converted before it is sent. */
interface ConvertedEndpoint {
  path: string
  method: 'GET'
  convert: ConvertResponse
}
