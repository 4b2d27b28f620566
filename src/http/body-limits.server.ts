import { AUTH_BASE } from './auth-handler.server.ts'
import { isForm, isUnderApi } from './server-function-handler.server.ts'

const KIBIBYTE = 1_024
/** The longest form has an address and a path to go on to, the longest call of /api/auth a token of a provider. */
const LARGEST_FORM = 16 * KIBIBYTE
/** The largest input is a repository: 4,200 characters at most, each of them escaped. */
const LARGEST_CALL = 64 * KIBIBYTE

/**
 * How many bytes of a body a request may bring: what its path needs. Nobody has to be signed in for having a body parsed,
 * and the time that takes grows with the square of its length: Node needs seconds for a form of 1 MB.
 */
export function bodyLimit(request: Request, path: string): number {
  if (request.method !== 'POST') return 0
  const isCall = isUnderApi(path) && !path.startsWith(`${AUTH_BASE}/`) && !isForm(request)
  return isCall ? LARGEST_CALL : LARGEST_FORM
}
