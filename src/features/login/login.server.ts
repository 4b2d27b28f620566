import { findLoginRequest, askerOf, type LoginRequestState } from '#auth/login-request.server.ts'
import { database } from '#db/client.ts'
import { currentRequest } from '#lib/request-context.server.ts'

/** The state of the code that this browser asked for; null when it asked for none, so that nobody else can watch. */
export async function findOwnLoginRequest(email: string): Promise<LoginRequestState | null> {
  const request = currentRequest()
  if (request.browserId === undefined) return null
  return findLoginRequest(database(), askerOf(request, email))
}
