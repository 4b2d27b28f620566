import { afterAll } from 'vitest'
import type { ApiOperation } from '#api/operation.ts'
import { apiKey, user } from '#db/schema.ts'
import { closeDatabase, database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { ALL_API_SCOPES, type ApiScope } from '#api/api-scopes.ts'
import { createRequestContext } from '#http/create-request-context.server.ts'
import { mountHandler } from '#http/mounts.server.ts'
import { makeApiToken } from '#lib/api-token.server.ts'
import { runInRequest, type Handler } from '#request/request-context.server.ts'
import { apiParts } from '#slots/api.server.ts'
import { apiMount } from './api-handler.server.ts'

const ORIGIN = 'http://localhost:3000'
const DAY_MS = 86_400_000
let answer: Handler

interface OwnerOptions {
  role?: 'admin' | 'user'
  banned?: boolean
  scopes?: readonly ApiScope[]
  /** The number of days until the key expires. */
  endsIn?: number
  hasSecondFactor?: boolean
}

/** A program in tests: a user and their key. */
export interface TestApiClient {
  ownerId: string
  keyId: string
  token: string
}

/** Lets the tests of a file call the API on an empty database of their own. */
export function provideTestApi(operations: ApiOperation[]): void {
  ownDatabase().isOfProcess()
  answer = mountHandler([apiMount(operations, apiParts)])
  afterAll(closeDatabase)
}

/** Adds a user and their key. */
export async function addApiClient(owner: OwnerOptions = {}): Promise<TestApiClient> {
  const { role = 'admin', banned = false, scopes = ALL_API_SCOPES, endsIn = 30, hasSecondFactor = false } = owner
  const db = database()
  const email = `${crypto.randomUUID()}@example.com`
  const [made] = await db.insert(user).values({ email, name: 'Ada', role, banned }).returning({ id: user.id })
  const ownerId = made?.id ?? ''
  const keyId = crypto.randomUUID()
  const { token, secretHash } = makeApiToken(keyId)
  const expiresAt = new Date(Date.now() + endsIn * DAY_MS)
  await db
    .insert(apiKey)
    .values({ id: keyId, userId: ownerId, name: 'CI', secretHash, scopes: [...scopes], hasSecondFactor, expiresAt })
  return { ownerId, keyId, token }
}

interface Call {
  token?: string | undefined
  headers?: Record<string, string>
  /** The body, which is sent as JSON; text and bytes are sent unchanged. */
  body?: unknown
}

/** A response, as a program reads it. */
export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of many shapes, which tests look into
  body: any
}

/** Calls the API like a program does, through the handler of requests for the API. */
export async function callApi(method: string, path: string, { token, headers = {}, body }: Call = {}): Promise<Answer> {
  const isAsSent = typeof body === 'string' || body instanceof Buffer || body === undefined
  const sent = isAsSent ? body : JSON.stringify(body)
  const request = new Request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent as BodyInit }),
  })
  const context = createRequestContext(request, new URL(request.url))
  const passedOn = () => Promise.reject(new Error('the handler passed an API call on'))
  const response = await runInRequest(context, async () => answer(request, context, passedOn))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}
