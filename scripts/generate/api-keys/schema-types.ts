import type { ApiDescription } from '#api/description.server.ts'

type Json = Record<string, unknown>

interface Parameter {
  in: string
  name: string
  required: boolean
  schema: Json
}

/** The parts of an operation that have types. */
interface Operation {
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema: Json }>

/**
 * Returns TypeScript types of an API description: `paths` and `components` in the format that `openapi-fetch` reads, the
 * messages of `webhooks` by their type, and the path of the API as `BASE`. The result is not formatted.
 */
export function schemaTypes({ servers, paths, webhooks = {}, components }: ApiDescription): string {
  const messages = Object.entries(webhooks as Record<string, { post: Operation }>)
  return [
    `/** The path of the API. */\nexport const BASE = ${quote(new URL(servers[0]?.url ?? '').pathname)}`,
    `/** The operations, by path and method. */\nexport interface paths ${members(
      Object.entries(paths).map(([path, methods]) => `${quote(path)}: ${pathType(methods)}`),
    )}`,
    ...(messages.length > 0
      ? [
          `/** The messages of webhooks, by type. */\nexport interface webhooks ${members(
            messages.map(([type, { post }]) => `${quote(type)}: ${bodyType(post)}`),
          )}`,
        ]
      : []),
    `/** The named schemas of requests and responses. */\nexport interface components { schemas: ${members(
      Object.entries(components.schemas).map(([name, schema]) => `${quote(name)}: ${schemaType(schema)}`),
    )} }`,
  ].join('\n\n')
}

function pathType(methods: Record<string, Json>): string {
  return members(
    Object.entries(methods as unknown as Record<string, Operation>).map(
      ([method, operation]) =>
        `${comment(operation.summary, operation.description)}${method}: ${operationType(operation)}`,
    ),
  )
}

function operationType({ parameters = [], requestBody, responses }: Operation): string {
  const places = Object.entries(Object.groupBy(parameters, (parameter) => parameter.in))
  const responseTypes = Object.entries(responses).map(
    ([status, { content }]) => `${status}: { ${content ? `content: ${contentType(content)}` : 'content?: never'} }`,
  )
  return members([
    `parameters: ${members(places.map(([place, named = []]) => placeType(place, named)))}`,
    ...(requestBody ? [`requestBody: { content: ${contentType(requestBody.content)} }`] : []),
    `responses: ${members(responseTypes)}`,
  ])
}

/** Returns the member for the parameters of one place, for example `query`. It is required if one of them is. */
function placeType(place: string, parameters: Parameter[]): string {
  const types = parameters.map(
    ({ name, required, schema }) => `${comment(textOf(schema))}${member(name, required)}: ${schemaType(schema)}`,
  )
  return `${member(
    place,
    parameters.some(({ required }) => required),
  )}: ${members(types)}`
}

function contentType(content: Content): string {
  return members(Object.entries(content).map(([type, { schema }]) => `${quote(type)}: ${schemaType(schema)}`))
}

function bodyType({ requestBody }: Operation): string {
  return Object.values(requestBody?.content ?? {})
    .map(({ schema }) => schemaType(schema))
    .join(' | ')
}

/** Returns the type of a JSON Schema's values. Rules that types cannot express, such as lengths, are ignored. */
function schemaType(schema: Json): string {
  const {
    $ref,
    enum: values,
    anyOf,
    oneOf,
    allOf,
    type,
  } = schema as {
    $ref?: string
    enum?: unknown[]
    anyOf?: Json[]
    oneOf?: Json[]
    allOf?: Json[]
    type?: string | string[]
  }
  if ($ref !== undefined) return `components['schemas'][${quote($ref.slice($ref.lastIndexOf('/') + 1))}]`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return union(values.map((value) => JSON.stringify(value)))
  const any = anyOf ?? oneOf
  if (any) return union(any.map(schemaType))
  if (allOf) return allOf.map((one) => `(${schemaType(one)})`).join(' & ')
  return union([type ?? []].flat().map((name) => namedType(name, schema)))
}

function namedType(name: string, { properties, required = [], additionalProperties, items }: Json): string {
  if (name === 'array') return `Array<${schemaType((items ?? {}) as Json)}>`
  if (name === 'integer') return 'number'
  if (name !== 'object') return name
  if (properties === undefined)
    return `Record<string, ${typeof additionalProperties === 'object' ? schemaType(additionalProperties as Json) : 'unknown'}>`
  return members(
    Object.entries(properties as Record<string, Json>).map(
      ([key, schema]) =>
        `${comment(textOf(schema))}${member(key, (required as string[]).includes(key))}: ${schemaType(schema)}`,
    ),
  )
}

function union(types: string[]): string {
  return types.length > 0 ? types.join(' | ') : 'unknown'
}

function members(lines: string[]): string {
  return lines.length > 0 ? `{\n${lines.join('\n')}\n}` : '{}'
}

function member(name: string, isRequired: boolean): string {
  return `${quote(name)}${isRequired ? '' : '?'}`
}

function quote(text: string): string {
  return JSON.stringify(text)
}

function textOf({ description }: Json): string | undefined {
  return typeof description === 'string' ? description : undefined
}

/** Returns a docstring with these texts, and a line break after it; nothing if there are no texts. */
function comment(...texts: (string | undefined)[]): string {
  const lines = texts.filter((text) => text !== undefined && text !== '').map((text) => text?.replaceAll('*/', '* /'))
  if (lines.length === 0) return ''
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join(' *\n')} */\n`
}
