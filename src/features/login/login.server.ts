import { demoCodeFor } from '#auth/demo-code.server.ts'
import { findCodeRequestState, requesterOf, type CodeRequestState } from '#auth/code-request.server.ts'
import type { BrowserContext } from '#auth/current-session.server.ts'
import { environment } from '#env/environment.server.ts'

interface OwnLoginRequest extends CodeRequestState {
  /** The code itself, where nothing is mailed. */
  demoCode: string | undefined
}

/** The state of the code that this browser asked for; null when it asked for none, so that nobody else can watch. */
export async function findOwnLoginRequest(
  { db, request }: BrowserContext,
  { email }: { email: string },
): Promise<OwnLoginRequest | null> {
  if (request.browserId === undefined) return null
  const requester = requesterOf(request, email)
  const state = await findCodeRequestState(db, requester)
  return state && { ...state, demoCode: environment().demoMode ? demoCodeFor(requester) : undefined }
}
