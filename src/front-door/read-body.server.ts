import { AppError } from '#lib/app-error.ts'

const MAX_BODY_BYTES = 1_048_576

/**
 * The same request with its body read, so that whoever uses it finds it whole: libraries answer one that breaks off or
 * grows too large with failures of their own.
 * @throws {AppError} PAYLOAD_TOO_LARGE, INVALID_INPUT when the client hung up
 */
export async function withWholeBody(request: Request): Promise<Request> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new AppError('PAYLOAD_TOO_LARGE')
  if (!request.body) return request
  const body = await request.bytes().catch((error: unknown) => {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
    throw new AppError(isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'INVALID_INPUT')
  })
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body })
}
