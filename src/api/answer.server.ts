import { createHash } from 'node:crypto'
import { API_BASE } from './api-base.ts'
import type { KeptAnswer } from './idempotency.server.ts'
import type { ApiOperation } from './operation.ts'

/** Makes the answer of an operation from what it returned: of that, no more leaves than its schema names. */
export function answerOf({ answer, status, path }: ApiOperation, result: unknown, url: URL): KeptAnswer {
  if (!answer) return { status, headers: {}, body: null }
  const body: unknown = answer.parse(result)
  const { id, next } = body as { id?: string; next?: string | null }
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      ETag: etagOf(body),
      ...(status === 201 && { Location: `${API_BASE}${path}/${id}` }),
      ...(typeof next === 'string' && { Link: `<${nextPage(url, next)}>; rel="next"` }),
    },
    body: JSON.stringify(body),
  }
}

/** The tag of an answer: another one as soon as anything in it is different. */
export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** Whether a list of tags, as a header has it, has this one; so does `*`, and no header. */
export function matchesTag(tags: string | null, tag: string): boolean {
  if (tags === null || tags.trim() === '*') return true
  // Proxies that compress make weak tags of ours.
  return tags.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}

function nextPage({ pathname, searchParams }: URL, after: string): string {
  const parameters = new URLSearchParams(searchParams)
  parameters.set('after', after)
  return `${pathname}?${parameters.toString()}`
}
