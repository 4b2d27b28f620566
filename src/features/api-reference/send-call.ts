import { API_BASE } from '#api/api-base.ts'
import { AppError } from '#lib/app-error.ts'
import type { ReferenceOperation } from './api-reference.server.ts'

/** The response headers that a program needs for its next call. */
const SHOWN_HEADERS = 'Retry-After RateLimit RateLimit-Policy Idempotency-Replayed ETag Location Link'.split(' ')

/** The values of a form: the body, and parameters by place and name, for example `path id`. */
export type CallFields = Partial<Record<string, string>>

/** The response to a call. `body` is formatted, and empty without content. */
export type CallAnswer = Awaited<ReturnType<typeof sendCall>>

/** Returns the URL of a call. */
export function urlOfCall({ path, parameters }: ReferenceOperation, fields: CallFields): string {
  const query = new URLSearchParams(parametersWithValue('query', parameters, fields))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(fields[`path ${name}`] ?? ''))
  return `${API_BASE}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** Calls an operation with an API key and without cookies. @throws {AppError} NO_CONNECTION */
export async function sendCall(operation: ReferenceOperation, fields: CallFields, key: string) {
  const { method, parameters, example } = operation
  const startedAt = performance.now()
  try {
    const response = await fetch(urlOfCall(operation, fields), {
      method,
      headers: {
        ...parametersWithValue('header', parameters, fields),
        ...(fields.body !== undefined && { 'Content-Type': example.type }),
        Authorization: `Bearer ${key}`,
      },
      body: fields.body ?? null,
      credentials: 'omit',
      cache: 'no-store',
    })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - startedAt)
    const headers = SHOWN_HEADERS.map((name) => ({ name, value: response.headers.get(name) }))
    const body = text === '' ? '' : JSON.stringify(JSON.parse(text), null, 2)
    return { status: response.status, milliseconds, headers: headers.filter(({ value }) => value !== null), body }
  } catch {
    throw new AppError('NO_CONNECTION')
  }
}

/** Returns the parameters of one place that have a value. */
function parametersWithValue(wanted: string, parameters: ReferenceOperation['parameters'], fields: CallFields) {
  const names = parameters.filter(({ place }) => place === wanted).map(({ name }) => name)
  const given = names.map((name): [string, string] => [name, fields[`${wanted} ${name}`]?.trim() ?? ''])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}
