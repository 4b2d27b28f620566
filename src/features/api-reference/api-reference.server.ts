import type { ApiDescription } from '#api/description.server.ts'
import { inlineReferences } from '#api/named-schemas.ts'

/** An operation as the page for developers shows it, with schemas as JSON texts. */
export interface ReferenceOperation {
  id: string
  /** The group of operations to which this one belongs. */
  tag: string
  method: string
  path: string
  scope: string
  summary: string
  description: string
  parameters: { name: string; place: string; isRequired: boolean; description: string; rules: string }[]
  /** The JSON schema of the body; empty if there is no body. */
  body: string
  /** An example of the body, and its media type; both are empty if there is no body. */
  example: { type: string; text: string }
  answers: { status: string; description: string; schema: string }[]
  /** An example of the response to a successful call; its text is empty if the response has no body. */
  answer: { status: string; text: string }
  /** The curl command that calls the operation. */
  curl: string
  /** The statement that calls the operation with the generated TypeScript client; empty if the body is not JSON. */
  client: string
}

interface Schema {
  type?: string | string[]
  description?: string
  format?: string
  enum?: string[]
  examples?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

type Content = Record<string, { schema: Schema }>

interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: { apiKey: string[] }[]
  parameters: { in: string; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}

/** Converts an OpenAPI description to the operations that the page shows. */
export function toReferenceOperations({ paths, servers, components }: ApiDescription): ReferenceOperation[] {
  const [base] = servers
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      // The cast is safe, because `describeApi` has built this operation, and tests check its output by the OpenAPI standard.
      const operation = inlineReferences(described, components.schemas) as DescribedOperation
      const call = { method: method.toUpperCase(), path }
      return {
        ...call,
        ...toTexts(operation),
        curl: curlOf(`${base?.url}${path.replaceAll(/\{\w+\}/g, shellVariableFor)}`, call.method, operation),
        client: clientCallOf(call, operation),
      }
    }),
  )
}

/** Returns the variable of the shell for an ID in a path: `$USER_ID` for `{userId}`. */
function shellVariableFor(id: string): string {
  return `$${id.slice(1, -1).replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}

function toTexts(operation: DescribedOperation): Omit<ReferenceOperation, 'method' | 'path' | 'curl' | 'client'> {
  const { operationId, tags, summary, description = '', security, parameters, requestBody, responses } = operation
  return {
    id: operationId,
    tag: tags[0] ?? '',
    scope: security[0]?.apiKey[0] ?? '',
    summary,
    description,
    parameters: parameters.map(({ in: place, name, required, schema }) => ({
      name,
      place,
      isRequired: required,
      description: schema.description ?? '',
      rules: describeParameterRules(schema),
    })),
    body: schemaIn(requestBody?.content),
    example: exampleIn(requestBody?.content, 2),
    answers: Object.entries(responses).map(([status, { description, content }]) => ({
      status,
      description,
      // Omit the schema of errors, because all errors have the same one, which the text of the description explains.
      schema: status.startsWith('2') ? schemaIn(content) : '',
    })),
    answer: answerIn(responses),
  }
}

function answerIn(responses: DescribedOperation['responses']): ReferenceOperation['answer'] {
  const [status = '', answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  return { status, text: exampleIn(answer?.content, 2).text }
}

/** Returns the type or the choices of a parameter and its other rules: `integer, default: 20, maximum: 100`. */
function describeParameterRules({ type = '', enum: choices, description: _text, ...rules }: Schema): string {
  const kind = choices ? choices.map((choice) => JSON.stringify(choice)).join(' | ') : [type].flat().join(' | ')
  return [kind, ...Object.entries(rules).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join(', ')
}

function schemaIn(content: Content | undefined): string {
  const schema = content?.['application/json']?.schema
  return schema ? JSON.stringify(schema, null, 2) : ''
}

/** Returns an example of a body and its media type; both are empty without a body. */
function exampleIn(content: Content = {}, indentation = 0): { type: string; text: string } {
  const [body] = Object.entries(content)
  if (!body) return { type: '', text: '' }
  const example = exampleOf(body[1].schema)
  return { type: body[0], text: typeof example === 'string' ? example : JSON.stringify(example, null, indentation) }
}

function curlOf(url: string, method: string, { requestBody }: DescribedOperation): string {
  const { type, text } = exampleIn(requestBody?.content)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${url}`,
    '-H "Authorization: Bearer $API_KEY"',
    ...(type === '' ? [] : [`-H "Content-Type: ${type}"`, `-d '${text}'`]),
  ].join(' \\\n  ')
}

function clientCallOf({ method, path }: { method: string; path: string }, { requestBody }: DescribedOperation): string {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const { type, text } = exampleIn(requestBody?.content)
  // The client sends only JSON.
  if (type !== '' && type !== 'application/json') return ''
  const options = [
    ...(ids.length > 0 ? [`params: { path: { ${ids.join(', ')} } }`] : []),
    ...(type === '' ? [] : [`body: ${text}`]),
  ]
  const init = options.length > 0 ? `, { ${options.join(', ')} }` : ''
  return `const { data } = await client.${method}('${path}'${init})`
}

/** Returns a short example for a schema. @param name the name of the field */
function exampleOf(schema: Schema, name = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? [schema]
  if (choices.some(({ type }) => [type].flat().includes('null'))) return null
  return exampleOfValue(choices[0] ?? schema, name)
}

function exampleOfValue(schema: Schema, name: string): unknown {
  const { type, const: only, examples: [example] = [], enum: [choice] = [] } = schema
  const known = [only, example, choice].find((value) => value !== undefined)
  if (known !== undefined) return known
  if (type === 'object') return exampleOfObject(schema)
  if (type === 'array') return [exampleOf(schema.items ?? {}, name)]
  return EXAMPLES[type === 'string' ? name : ''] ?? EXAMPLES[schema.format ?? String(type)] ?? 'string'
}

/** Returns the required fields of an object, or one field if none is required. */
function exampleOfObject({ properties = {}, required = [] }: Schema): unknown {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, name)]))
}

/** Examples for values without an example of their own, by field, format or type. */
const EXAMPLES: Record<string, unknown> = {
  email: 'ada@example.com',
  ipAddress: '198.51.100.7',
  link: 'https://example.com/ada',
  name: 'Ada',
  uri: 'https://example.com',
  url: 'https://example.com',
  uuid: '0196f3a1-5c7e-7b42-9d10-3f6a2c8e4b71',
  'date-time': '2027-03-14T09:30:00.000Z',
  boolean: true,
  integer: 1,
  number: 1,
}
