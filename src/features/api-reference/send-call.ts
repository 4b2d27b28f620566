import { API_BASE } from '#api/api-base.ts'
import { AppError } from '#lib/app-error.ts'
import type { ReferenceOperation } from './api-reference.server.ts'

/** The headers of a response that tell a program how to go on. */
const SHOWN_HEADERS = [
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'ETag',
  'Location',
  'Link',
]

/** The response to a call. `body` is formatted, and empty without content. */
export interface CallAnswer {
  status: number
  milliseconds: number
  headers: [name: string, value: string][]
  body: string
}

/** Returns the URL of a call, with the values of the form for its path and query. */
export function urlOfCall({ path, parameters }: ReferenceOperation, fields: FormData): string {
  const query = new URLSearchParams(givenIn('query', parameters, fields))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textIn(fields, `path ${name}`)))
  return `${API_BASE}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** Calls an operation with an API key and without cookies. @throws {AppError} NO_CONNECTION */
export async function sendCall(operation: ReferenceOperation, fields: FormData, key: string): Promise<CallAnswer> {
  const { method, parameters, body } = operation
  const startedAt = performance.now()
  const request = new Request(urlOfCall(operation, fields), {
    method,
    headers: [
      ['Authorization', `Bearer ${key}`],
      ...(body === '' ? [] : [['Content-Type', 'application/json'] as [string, string]]),
      ...givenIn('header', parameters, fields),
    ],
    body: body === '' ? null : textIn(fields, 'body'),
    credentials: 'omit',
    cache: 'no-store',
  })
  try {
    const response = await fetch(request)
    const text = await response.text()
    return {
      status: response.status,
      milliseconds: Math.round(performance.now() - startedAt),
      headers: SHOWN_HEADERS.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
      body: formatted(text),
    }
  } catch {
    throw new AppError('NO_CONNECTION')
  }
}

function givenIn(wanted: string, parameters: ReferenceOperation['parameters'], fields: FormData): [string, string][] {
  return parameters
    .filter(({ place }) => place === wanted)
    .map(({ name }): [string, string] => [name, textIn(fields, `${wanted} ${name}`).trim()])
    .filter(([, value]) => value !== '')
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // A proxy can respond with a page, and a response can be empty.
    return text
  }
}
