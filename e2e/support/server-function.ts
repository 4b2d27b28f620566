import { createPlugin, fromCrossJSON, toJSON, type SerovalNode } from 'seroval'
import type { Visitor } from './visitor.ts'

/** The plugin that reads a serialized AppError: its code and details. */
const failures = createPlugin<object, { v: SerovalNode }>({
  tag: '$TSR/t/app-error',
  test: () => false,
  parse: {},
  serialize: () => '',
  deserialize: ({ v }, context) => context.deserialize<object>(v),
})

interface FunctionAnswer {
  status: number
  headers: Headers
  /** The value that the function returned; undefined if it failed. */
  result: unknown
  /** The error of the function; undefined if it succeeded. */
  error: { code: string; details?: Record<string, unknown> } | undefined
}

/** Calls a server function as the browser's client does. A GET carries the input in the query, a POST in the body. */
export async function callFunction(
  visitor: Visitor,
  id: string,
  data?: unknown,
  method: 'GET' | 'POST' = 'GET',
): Promise<FunctionAnswer> {
  const headers = { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true', accept: 'application/json' }
  const payload = data === undefined ? undefined : encodePayload(data)
  const query = method === 'GET' && payload ? `&payload=${encodeURIComponent(payload)}` : ''
  const body = method === 'POST' ? payload : undefined
  const {
    status,
    headers: answered,
    body: answer,
  } = await visitor.send(method, `/api/${id}?createServerFn=${query}`, body, {
    ...headers,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  })
  const { result, error, code } = (
    answered.has('x-tss-serialized') ? fromCrossJSON(answer as SerovalNode, { plugins: [failures] }) : answer
  ) as {
    result?: unknown
    error?: FunctionAnswer['error']
    code?: string
  }
  return { status, headers: answered, result, error: code === undefined ? error : { code } }
}

/** Serializes the input of a server function. */
export function encodePayload(data: unknown): string {
  return JSON.stringify(toJSON({ data }))
}
