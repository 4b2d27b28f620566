import { AppError } from '#lib/app-error.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'
import { apiSession, type ApiContext, type ApiOperation } from './operation.ts'
import { ApiProblem, statusOfProblem, type ProblemCode } from './problem.server.ts'

/** The response to a call in tests. */
interface TestAnswer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of many shapes, which tests look into
  body: any
}

interface TestCall {
  body?: unknown
  /** A response that the caller has read before, in place of its ETag in `If-Match`. */
  ifMatch?: unknown
  /** The scopes that the caller's key does not have. */
  lacking?: string[]
  /** The content of a file in place of a body. */
  file?: string
}

/**
 * Returns a function that calls these operations with a key of an administrator, without HTTP: for tests of features, which
 * cannot import the feature that has the API's request handler.
 */
export function operationCaller(operations: ApiOperation[], contextOf: (actor: ActorRef) => AdministratorContext) {
  return async (actor: ActorRef, method: string, address: string, call: TestCall = {}): Promise<TestAnswer> => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    for (const operation of operations) {
      const ids = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname)
      if (!ids || operation.method !== method) continue
      const input = {
        ...ids.groups,
        query: operation.query?.parse(Object.fromEntries(searchParams)),
        body: call.file === undefined ? operation.body?.parse(call.body) : undefined,
      }
      return operation
        .handle(programContext(contextOf(actor), call), input)
        .then((result) => ({ status: operation.status, body: operation.response?.parse(result) ?? null }), toAnswer)
    }
    throw new Error(`There is no operation ${method} ${pathname}`)
  }
}

function programContext(context: AdministratorContext, { ifMatch, lacking = [], file }: TestCall): ApiContext {
  return {
    ...context,
    session: apiSession(crypto.randomUUID(), context.actor),
    request: new Request('http://localhost', { method: 'POST', ...(file !== undefined && { body: file }) }),
    scopes: [],
    requireScope: (scope) => {
      if (lacking.includes(scope)) throw new ApiProblem('INSUFFICIENT_SCOPE')
    },
    requireMatch: (schema, now) => {
      if (ifMatch !== undefined && JSON.stringify(schema.parse(now)) !== JSON.stringify(ifMatch))
        throw new ApiProblem('PRECONDITION_FAILED')
    },
  }
}

function toAnswer(error: unknown): TestAnswer {
  if (!(error instanceof AppError || error instanceof ApiProblem)) throw error
  const code: ProblemCode = error.code
  return { status: statusOfProblem(code), body: { code, ...('details' in error && { fields: error.details.fields }) } }
}
