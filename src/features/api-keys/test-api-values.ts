import * as fc from 'fast-check'

/** A JSON Schema of the API's description; only the parts that the tests read. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  const?: unknown
  format?: string
  pattern?: string
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
}

/** Generates valid values of a schema, like those of real callers. */
export function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  const values = valuesOf(schema)
  if (values) return fc.constantFrom(...values)
  const alternatives = alternativesOf(schema)
  if (alternatives) return fc.oneof(...alternatives.map(fromSchema))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fromSchema({ ...schema, type })))
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 })
  if (schema.type === 'object') return fc.record(fieldsFrom(schema), { requiredKeys: schema.required ?? [] })
  return PLAIN[schema.type ?? ''] ?? textFrom(schema)
}

function valuesOf({ examples, enum: values, const: only }: Schema): unknown[] | undefined {
  return examples ?? values ?? (only === undefined ? undefined : [only])
}

function alternativesOf({ anyOf, oneOf }: Schema): Schema[] | undefined {
  return anyOf ?? oneOf
}

const PLAIN: Record<string, fc.Arbitrary<unknown>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.integer({ min: -1_000, max: 1_000 }).map((number) => number / 4),
}

function fieldsFrom({ properties = {} }: Schema): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, fromSchema(of)]))
}

/** The ID of an organization and of a user, because fields can refer only to rows that exist. */
export const EXISTING_ID = '0193e5a0-0000-4000-8000-00000000000a'

function textFrom({ format, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.uuid().map((name) => `${name}@example.com`)
  if (format === 'uuid') return fc.constant(EXISTING_ID)
  if (format === 'date')
    return fc.integer({ min: 1, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  if (format === 'date-time')
    return fc.integer({ min: 1, max: 1e9 }).map((ms) => new Date(Date.now() + 60_000 + ms).toISOString())
  // Letters that the database stores unchanged; the UUID makes the text unique.
  const letters = fc.string({
    unit: fc.constantFrom(...'aZé7ع字'),
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(maxLength, 40),
  })
  return fc.tuple(letters, fc.uuid()).map(([text, id]) => `${text}${id}`.slice(0, maxLength))
}
