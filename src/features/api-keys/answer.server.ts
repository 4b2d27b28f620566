import { createHash } from 'node:crypto'
import { API_BASE } from '#api/api-base.ts'
import type { KeptAnswer } from './idempotency.server.ts'
import type { ApiOperation } from '#api/operation.ts'

/** Builds the response of an operation from the result, with only the fields of the response schema. */
export function answerOf({ answer, status, path }: ApiOperation, result: unknown, url: URL): KeptAnswer {
  if (!answer) return { status, headers: {}, body: null }
  const body: unknown = answer.parse(result)
  const { id, next } = body as { id?: string; next?: string | null }
  const headers = {
    ...(status === 201 && { Location: `${API_BASE}${path}/${id}` }),
    ...(typeof next === 'string' && { Link: `<${nextPage(url, next)}>; rel="next"` }),
  }
  return { ...answerWithTag(body, headers), status }
}

/** Builds a response with a JSON body and the ETag of this body. */
export function answerWithTag(body: unknown, headers: Record<string, string>): KeptAnswer {
  const own = { 'Content-Type': 'application/json', ETag: etagOf(body), ...headers }
  return { status: 200, headers: own, body: JSON.stringify(body) }
}

/** Returns the ETag of a body, which changes whenever the body does. */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** Returns whether the tags of a header include `tag`. `*` and a missing header match every tag. */
export function matchesTag(tags: string | null, tag: string): boolean {
  if (tags === null || tags.trim() === '*') return true
  // Ignores `W/`, because proxies that compress turn our tags into weak ones.
  return tags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

function nextPage({ pathname, searchParams }: URL, after: string): string {
  const parameters = new URLSearchParams(searchParams)
  parameters.set('after', after)
  return `${pathname}?${parameters.toString()}`
}
