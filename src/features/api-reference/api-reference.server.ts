import type { ApiDescription } from '#api/description.server.ts'
import { withoutReferences } from '#api/named-schemas.ts'

/** An operation as the page for developers shows it, with schemas as JSON texts. */
export interface ReferenceOperation {
  id: string
  method: string
  path: string
  scope: string
  summary: string
  description: string
  parameters: { name: string; place: string; isRequired: boolean; schema: string }[]
  /** The JSON schema of the body; empty if there is no body. */
  body: string
  answers: { status: string; description: string; schema: string }[]
  /** The curl command that calls the operation. */
  curl: string
}

interface Schema {
  type?: string
  format?: string
  enum?: string[]
  examples?: string[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
}

type Content = Record<string, { schema: Schema }>

interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  security: { apiKey: string[] }[]
  parameters: { in: string; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** Converts an OpenAPI description to the operations that the page shows. */
export function referenceOf({ paths, servers, components }: ApiDescription): ReferenceOperation[] {
  const [base] = servers
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      // The cast is safe, because `describeApi` has built this operation, and tests check its output by the OpenAPI standard.
      const operation = withoutReferences(described, components.schemas) as DescribedOperation
      const call = { method: method.toUpperCase(), path }
      return {
        ...call,
        ...toTexts(operation),
        curl: curlOf(`${base?.url}${path.replaceAll(/\{\w+\}/g, variableOf)}`, call.method, operation),
      }
    }),
  )
}

/** Returns the variable of the shell for an ID in a path: `$USER_ID` for `{userId}`. */
function variableOf(id: string): string {
  return `$${id.slice(1, -1).replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}

function toTexts(operation: DescribedOperation): Omit<ReferenceOperation, 'method' | 'path' | 'curl'> {
  const { operationId, summary, description = '', security, parameters, requestBody, responses } = operation
  return {
    id: operationId,
    scope: security[0]?.apiKey[0] ?? '',
    summary,
    description,
    parameters: parameters.map(({ in: place, name, required, schema }) => ({
      name,
      place,
      isRequired: required,
      schema: JSON.stringify(schema),
    })),
    body: schemaIn(requestBody?.content),
    answers: Object.entries(responses).map(([status, { description, content }]) => ({
      status,
      description,
      // Omit the schema of errors, because all errors have the same one, which the text of the description explains.
      schema: status.startsWith('2') ? schemaIn(content) : '',
    })),
  }
}

function schemaIn(content: Content | undefined): string {
  const schema = content?.['application/json']?.schema
  return schema ? JSON.stringify(schema, null, 2) : ''
}

function curlOf(url: string, method: string, { requestBody }: DescribedOperation): string {
  const schema = requestBody?.content['application/json']?.schema
  return [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $API_KEY"',
    ...(schema ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(exampleOf(schema))}'`] : []),
    url,
  ].join(' ')
}

/** Returns a short example for a schema: for an object, the required fields, or one field if none is required. */
function exampleOf({ type, format, examples, enum: choices, properties = {}, required = [] }: Schema): unknown {
  if (type !== 'object') return examples?.[0] ?? choices?.[0] ?? (format === 'email' ? 'ada@example.com' : 'Ada')
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {})]))
}
