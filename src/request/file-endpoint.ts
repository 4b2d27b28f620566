/**
 * A way for files in or out, besides pages and server functions: an address of its own that a plain link or a script leads
 * to. Before it is handled, the handler has refused other sites and, in demo mode, everything.
 */
export interface FileEndpoint {
  path: string
  /** GET for a file that is downloaded; POST for one that is uploaded, whose body is not read before `handle` does. */
  method: 'GET' | 'POST'
  /** @throws {AppError} with the code for the caller */
  handle: (request: Request, parameters: URLSearchParams) => Promise<Response>
}
