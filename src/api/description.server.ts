import { appConfig } from '#app.config'
import { API_SCOPES } from './api-scopes.ts'
import { API_BASE } from './api-base.ts'
import { describeNamedSchemas, describeSchema } from './named-schemas.ts'
import { DEPRECATION_DAYS, type ApiOperation } from './operation.ts'
import { PROBLEM_CODES, RULE_CODES, statusOfProblem, type ProblemCode } from './problem.server.ts'

/** The error codes that operations can return, by their reason. */
const PROBLEMS = {
  access: ['UNAUTHORIZED', 'INSUFFICIENT_SCOPE', 'SECOND_FACTOR_REQUIRED'],
  request: ['METHOD_NOT_ALLOWED', 'NOT_ACCEPTABLE', 'INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'URI_TOO_LONG'],
  server: ['TOO_MANY_REQUESTS', 'UNKNOWN_ERROR', 'SERVICE_BUSY', 'SERVICE_UNAVAILABLE'],
  resource: ['NOT_FOUND'],
  body: ['INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'],
  change: ['DEMO_MODE_ENABLED'],
  changeOfResource: ['PRECONDITION_FAILED'],
  post: ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'],
} satisfies Record<string, ProblemCode[]>

const INTRODUCTION = [
  'Administrators create API keys at /manager/api-keys. A key can do what its scopes allow, but never more than its owner can.',
  'Version 1 can gain operations, optional parameters, response fields, and values of `action`, `code`, `scopes` and `status`. Ignore any that your program doesn’t recognize. Any other change requires a new version.',
  `Before an operation is removed, its responses include the headers \`Deprecation\` and \`Sunset\`, whose dates are at least ${DEPRECATION_DAYS} days apart. After version 2 is released, version 1 keeps working for at least as long.`,
].join(' ')

/** The tag of operations that require no scope. */
const KEY_TAG = { name: 'key', description: 'Operations that any key can call' }

type Json = Record<string, unknown>

/** An OpenAPI 3.1 document. Only the parts that our code reads have a type. */
export interface ApiDescription extends Json {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Json>>
  components: { securitySchemes: Json; schemas: Record<string, Json> }
}

/**
 * Returns the OpenAPI 3.1 description of operations, built from the schemas of their inputs and responses.
 * @param appUrl the origin at which the operations are called
 * @param parts further fields of the description, by their OpenAPI names
 */
export function describeApi(operations: ApiOperation[], appUrl: string, parts: Json = {}): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const operation of operations)
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: describeOperation(operation) }
  return {
    openapi: '3.1.1',
    info: {
      title: `${appConfig.name} API`,
      version: '1',
      description: INTRODUCTION,
      contact: { name: appConfig.name, url: appUrl },
      license: { name: appConfig.apiLicense, identifier: appConfig.apiLicense },
    },
    servers: [{ url: `${appUrl}${API_BASE}` }],
    security: [{ apiKey: [] }],
    tags: [
      ...Object.entries(API_SCOPES).map(([name, scopes]) => ({
        name,
        description: `Operations that require one of the scopes ${scopes.map((scope) => `\`${scope}\``).join(', ')}`,
      })),
      KEY_TAG,
    ],
    paths,
    ...parts,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: `${appConfig.tokenPrefix}…` } },
      schemas: { Problem: describeProblem(operations), ...describeNamedSchemas() },
    },
  }
}

function describeOperation(operation: ApiOperation): Json {
  const { id, scope, summary, description, body, bodyType = 'application/json', deprecation } = operation
  const isOf = (scopes: readonly string[]) => scope !== null && scopes.includes(scope)
  const tag = Object.entries(API_SCOPES).find(([, scopes]) => isOf(scopes))?.[0] ?? KEY_TAG.name
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: deprecation
      ? `${description} Deprecated since ${deprecation.since}. May be removed on or after ${deprecation.until}. Use \`${deprecation.instead}\` instead.`
      : description,
    ...(deprecation && { deprecated: true }),
    security: [{ apiKey: scope === null ? [] : [scope] }],
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: { required: true, content: { [bodyType]: { schema: describeSchema(body, 'input') } } },
    }),
    responses: responsesOf(operation),
  }
}

function parametersOf(operation: ApiOperation): Json[] {
  const { path, method, query } = operation
  const { properties = {}, required = [] } = query ? describeSchema(query, 'input') : {}
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
      parameter('path', name, { type: 'string', format: 'uuid' }, true),
    ),
    ...Object.entries(properties as Json).map(([name, schema]) =>
      parameter('query', name, schema, (required as string[]).includes(name)),
    ),
    ...(method === 'POST' ? [parameter('header', 'Idempotency-Key', { type: 'string', maxLength: 255 })] : []),
    ...(isVersioned(operation) ? [parameter('header', 'If-Match', { type: 'string' })] : []),
    ...(method === 'GET' ? [parameter('header', 'If-None-Match', { type: 'string' })] : []),
  ]
}

/** Whether a change can depend on the version of the row that the caller has read. */
function isVersioned({ method, path, isUnversioned }: ApiOperation): boolean {
  return method !== 'GET' && path.includes('{id}') && isUnversioned !== true
}

function parameter(place: string, name: string, schema: unknown, required = false): Json {
  return { in: place, name, required, schema }
}

function responsesOf(operation: ApiOperation): Json {
  const { response, status, method } = operation
  const responses: Json = {
    [status]: {
      description: status === 204 ? 'Success, without a response body' : 'Success',
      headers: headersOf(operation),
      ...(response && { content: { 'application/json': { schema: describeSchema(response, 'output') } } }),
    },
    ...(method === 'GET' && { 304: { description: 'Not modified: the response still matches `If-None-Match`' } }),
  }
  for (const [refused, codes] of Object.entries(Object.groupBy(problemsOf(operation), statusOfProblem)))
    responses[refused] = {
      description: codes?.join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  return responses
}

function headersOf({ response, status, query, method, deprecation }: ApiOperation): Json {
  const names = [
    'RateLimit',
    'RateLimit-Policy',
    ...(response ? ['ETag'] : []),
    ...(status === 201 ? ['Location'] : []),
    ...(query && method === 'GET' ? ['Link'] : []),
    ...(deprecation ? ['Deprecation', 'Sunset'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]))
}

function problemsOf(operation: ApiOperation): ProblemCode[] {
  const { method, path, body, problems } = operation
  const isOne = path.includes('{id}')
  return [
    ...PROBLEMS.access,
    ...PROBLEMS.request,
    ...PROBLEMS.server,
    ...(isOne ? PROBLEMS.resource : []),
    ...(body ? PROBLEMS.body : []),
    ...(method === 'GET' ? [] : PROBLEMS.change),
    ...(isVersioned(operation) ? PROBLEMS.changeOfResource : []),
    ...(method === 'POST' ? PROBLEMS.post : []),
    ...problems,
  ]
}

const RULE_SCHEMA = {
  type: 'string',
  examples: RULE_CODES,
  description: `The rule that the value violates: ${RULE_CODES.map((code) => `\`${code}\``).join(', ')}, or a rule specific to the field, such as \`nameTooLong\` or \`dayPast\`.`,
}
/** Returns the schema of errors, with the codes of these operations. */
function describeProblem(operations: ApiOperation[]): Json {
  const codes = [...new Set([...PROBLEM_CODES, ...operations.flatMap(({ problems }) => problems)])]
  return {
    type: 'object',
    properties: {
      type: { const: 'about:blank' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { enum: codes },
      errorId: { type: 'string', format: 'uuid' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { field: { type: 'string' }, code: RULE_SCHEMA, limit: { type: 'number' } },
          required: ['field', 'code'],
        },
      },
    },
    required: ['type', 'title', 'status', 'code'],
  }
}
