import type { Visitor } from './visitor.ts'

interface FunctionAnswer {
  status: number
  headers: Headers
  /** What the function returned; undefined when it failed. */
  result: unknown
  /** How it failed; undefined when it did not. */
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
  const { result, error, code } = (answered.has('x-tss-serialized') ? decode(answer as Node) : answer) as {
    result?: unknown
    error?: FunctionAnswer['error']
    code?: string
  }
  return { status, headers: answered, result, error: code === undefined ? error : { code } }
}

/** Input as it travels: seroval's JSON. */
export function encodePayload(data: unknown): string {
  return JSON.stringify({ t: encode({ data }), f: 63, m: [] })
}

/** The nodes of seroval's JSON that plain data is made of. */
type Node =
  | { t: 0; s: number }
  | { t: 1; s: string }
  | { t: 2; s: number }
  | { t: 9; a: Node[] }
  | { t: 10; p: { k: string[]; v: Node[] } }
  | { t: 25; s: { v: Node } }

const CONSTANTS = [null, undefined, true, false]

function encode(value: unknown, id = { next: 0 }): object {
  if (typeof value === 'string') return { t: 1, s: value.replace(/[\\"]/g, String.raw`\$&`) }
  if (typeof value === 'number') return { t: 0, s: value }
  if (typeof value !== 'object' || value === null) return { t: 2, s: CONSTANTS.findIndex((one) => one === value) }
  const i = id.next++
  if (Array.isArray(value)) return { t: 9, i, a: value.map((item) => encode(item, id)), o: 0 }
  return { t: 10, i, p: { k: Object.keys(value), v: Object.values(value).map((item) => encode(item, id)) }, o: 0 }
}

function decode(node: Node): unknown {
  if (node.t === 1) return node.s.replace(/\\(.)/g, '$1')
  if (node.t === 2) return CONSTANTS[node.s]
  if (node.t === 9) return node.a.map(decode)
  if (node.t === 10) return Object.fromEntries(node.p.k.map((key, index) => [key, decode(node.p.v[index] as Node)]))
  return node.t === 25 ? decode(node.s.v) : node.s
}
