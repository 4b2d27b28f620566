/**
 * An upload or download of files with a URL of its own, for plain links and scripts. Requests of other sites are refused before
 * `handle` is called. In demo mode, all requests are refused.
 */
export interface FileEndpoint {
  path: string
  /** GET for a download; POST for an upload, whose body is not read before `handle` is called. */
  method: 'GET' | 'POST'
  /** Handles a request. @throws {AppError} with the code for the caller */
  handle: (request: Request, parameters: URLSearchParams) => Promise<Response>
}
