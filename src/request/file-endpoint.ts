/**
 * An upload or download of files with a URL of its own, for plain links and scripts. Requests from other sites, and in the
 * read-only demo all requests, are refused before `handle` is called.
 */
export interface FileEndpoint {
  path: string
  /** GET for a download; POST for an upload, whose body is not read before `handle` is called. */
  method: 'GET' | 'POST'
  /** Handles a request. @throws {AppError} with the code for the caller */
  handle: (request: Request, parameters: URLSearchParams) => Promise<Response>
}
