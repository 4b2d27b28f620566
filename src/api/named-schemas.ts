import * as z from 'zod/mini'

/** The registry of schemas of request bodies. A schema's id becomes the name of its type in generated clients. */
export const bodySchemas = z.registry<{ id: string }>()

/** The registry of schemas of responses and their parts. A schema's id becomes the name of its type in generated clients. */
export const responseSchemas = z.registry<{ id: string }>()

/** The rule of `isVisibleText` in words. Descriptions of fields contain this text. */
export const VISIBLE_TEXT =
  'Must contain at least one letter or digit, and no control characters or characters that hide or reorder text.'

/** Accepts null in place of an empty text, because responses contain null for an empty text. */
export function nullableText(text: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.nullable(text),
    z.transform((given) => given ?? ''),
  )
}

type Json = Record<string, unknown>
type Io = 'input' | 'output'

/** Returns the JSON Schemas of all named schemas, by name. */
export function describeNamedSchemas(): Record<string, Json> {
  return { ...describeAll(bodySchemas, 'input'), ...describeAll(responseSchemas, 'output') }
}

/** Returns the JSON Schema of a schema; only a reference if the schema is named. */
export function describeSchema(schema: z.ZodMiniType, io: Io): Json {
  const id = (io === 'input' ? bodySchemas : responseSchemas).get(schema)?.id
  return id === undefined
    ? withoutSchemaKeys(z.toJSONSchema(schema, { io, override: schemaSimplifier(io) }))
    : { $ref: schemaUri(id) }
}

function describeAll(registry: typeof bodySchemas, io: Io): Record<string, Json> {
  const { schemas } = z.toJSONSchema(registry, { io, uri: schemaUri, override: schemaSimplifier(io) })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutSchemaKeys(schema)]))
}

function schemaUri(id: string): string {
  return `#/components/schemas/${id}`
}

/** Returns a function that removes a `pattern` beside a `format` from a JSON Schema, and allows more fields in responses. */
function schemaSimplifier(io: Io) {
  return ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  }
}

function withoutSchemaKeys({ $schema: _draft, $id: _id, ...rest }: Json): Json {
  return rest
}

/** Replaces each reference in a description with its schema. */
export function inlineReferences(value: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => inlineReferences(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = value as { $ref?: string }
  if ($ref !== undefined) return inlineReferences(schemas[$ref.slice(schemaUri('').length)], schemas)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inlineReferences(part, schemas)]))
}
