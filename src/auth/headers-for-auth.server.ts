import type { RequestContext } from '#request/request-context.server.ts'

/** The request handler writes the visitor's address into this header and removes what came in under its name. */
export const CLIENT_ADDRESS_HEADER = 'x-latchkey-client-address'

/** The headers of a request as better-auth may see them: with the visitor's true address, and no claim of another. */
export function headersForAuth({ headers, address }: Pick<RequestContext, 'headers' | 'address'>): Headers {
  const told = new Headers(headers)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']) told.delete(name)
  told.set(CLIENT_ADDRESS_HEADER, address)
  return told
}
