import * as z from 'zod/mini'
import { isDay } from './days.ts'
import { moneyFormat, dayFormat, numberFormat, booleanFormat, type TextFormat } from './typed-text.ts'
import { isUuid } from './uuid.ts'
import type { RuleNumbers } from './validation-issue.ts'
import type { ValidationKey } from './validation-message.ts'

/** A field whose text, in a form or a file, encodes a value: `z.decode` returns the value, `z.encode` the text. */
export type CodecField<Value, Text extends z.ZodMiniType = z.ZodMiniType<string, string>> = z.ZodMiniCodec<
  Text,
  z.ZodMiniType<Value, Value>
>

/** Rejects a text that encodes no value. */
type RejectText = (key: ValidationKey, numbers?: RuleNumbers) => void

interface CodecRecipe<Value> {
  value: z.ZodMiniType<Value, Value>
  /** Parses a text, which is never empty. */
  toValue: (text: string, refuse: RejectText) => unknown
  toText: (value: Value) => string
  format: TextFormat
}

/** The recipe of each codec, to derive other fields from it. */
const recipesOfFields = z.registry<{ recipe: object }>()

interface NumberRules {
  min?: number
  max?: number
}

/** The largest number whose digits JavaScript keeps exactly. */
const MAX_NUMBER = 999_999_999_999_999

/**
 * Creates a field for a number of up to 15 digits, which JavaScript keeps exactly.
 * @param rules `decimals`: maximum number of decimals
 */
export function numberField({ decimals = 6, ...bounds }: NumberRules & { decimals?: number } = {}): CodecField<number> {
  const largest = Math.floor(MAX_NUMBER / 10 ** decimals)
  return codecOf({
    value: z.number().check(...boundsOf(bounds)),
    toValue: (text, refuse) => {
      if (!isNumber(text)) return Number.NaN
      const number = Number(text)
      const whole = Math.trunc(number)
      if ((text.split('.')[1] ?? '').length > decimals) refuse('validation.decimals', { count: decimals })
      if (whole > largest) refuse('validation.tooLarge', { count: largest })
      if (whole < -largest) refuse('validation.tooSmall', { count: -largest })
      return number
    },
    toText: String,
    format: numberFormat,
  })
}

/** Creates a field for an integer. */
export function integerField(bounds: NumberRules = {}): CodecField<number> {
  return codecOf({
    value: z.int().check(...boundsOf(bounds)),
    toValue: (text, refuse) => {
      if (isNumber(text) && !/^-?\d+$/.test(text)) refuse('validation.wholeNumber')
      return isNumber(text) ? Number(text) : Number.NaN
    },
    toText: String,
    format: numberFormat,
  })
}

/**
 * Creates a field for an amount of money, as an integer of the smallest unit: 12.50 EUR is 1250.
 * @param rules `min` and `max` are in that unit too
 */
export function moneyField({ currency, min, max }: NumberRules & { currency: string }): CodecField<number> {
  const digits = decimalsOf(currency)
  const inUnits = (amount: number) => amount / 10 ** digits
  return codecOf({
    value: z.int().check(...boundsOf({ min, max })),
    toValue: (text, refuse) => {
      if (!isNumber(text)) return Number.NaN
      const [whole = '', part = ''] = text.split('.')
      if (part.length > digits) refuse('validation.decimals', { count: digits })
      const amount = Number(`${whole}${part.slice(0, digits).padEnd(digits, '0')}`)
      // Programs get the bounds in the smallest unit; users get them in the main unit.
      const { smallest = -MAX_NUMBER, largest = MAX_NUMBER } = { smallest: min, largest: max }
      if (amount < smallest) refuse('validation.tooSmall', { count: inUnits(smallest) })
      if (amount > largest) refuse('validation.tooLarge', { count: inUnits(largest) })
      return amount
    },
    toText: (amount) => inUnits(amount).toFixed(digits),
    format: moneyFormat(currency),
  })
}

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY. @param currency ISO 4217 code */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** Creates a field for yes or no, as a checkbox sends it; empty or missing is no. */
export function booleanField(): CodecField<boolean, z.ZodMiniType<string, string | undefined>> {
  const recipe: CodecRecipe<boolean> = {
    value: z.boolean(),
    toValue: (text) => text === 'on' || text,
    toText: (value) => (value ? 'on' : ''),
    format: booleanFormat,
  }
  const codec = z.codec(z._default(z.string(), ''), recipe.value, {
    decode: (text) => text === 'on' || (text === '' ? false : (text as unknown as boolean)),
    encode: recipe.toText,
  })
  return codec.register(recipesOfFields, { recipe })
}

/** Creates a field for a calendar day, `YYYY-MM-DD`. */
export function dayField(): CodecField<string> {
  const value = z.string().check(z.refine(isDay, { error: 'validation.date' satisfies ValidationKey }))
  z.globalRegistry.add(value, { format: 'date' })
  return codecOf({ value, toValue: (text) => text, toText: String, format: dayFormat })
}

/** Creates a field for one of several values. */
export function choiceField<const Values extends readonly [string, ...string[]]>(values: Values) {
  return textCodecOf(z.enum(values))
}

const rowId = z
  .string()
  .check(z.toLowerCase(), z.refine(isUuid, { error: 'validation.choice' satisfies ValidationKey }))
z.globalRegistry.add(rowId, { format: 'uuid' })

/** Creates a field for another row's ID; the service must check that it exists. @param id schema of IDs that are no UUIDs */
export function relationField(id: z.ZodMiniType<string, string> = rowId): CodecField<string> {
  return textCodecOf(id)
}

/** Makes a field optional: empty is null. */
export function nullableField<Value>(field: CodecField<Value>): CodecField<Value | null> {
  const { value, toText, ...recipe } = recipeOf(field) as unknown as CodecRecipe<Value>
  return codecOf<Value | null>(
    { ...recipe, value: z.nullable(value), toText: (given) => (given === null ? '' : toText(given)) },
    null,
  )
}

/** Creates a field for a small file; larger ones need a file endpoint. @param rules `types`: MIME types */
export function fileField({ maxBytes, types }: { maxBytes: number; types: string[] }) {
  const told = (key: ValidationKey, count?: number) => ({ error: key, abort: true, params: { count } })
  return z.file().check(
    z.refine((file) => file.size > 0 || file.name !== '', told('validation.required')),
    z.refine((file) => file.size <= maxBytes, told('validation.fileTooLarge', Math.floor(maxBytes / 1024))),
    z.refine((file) => types.includes(file.type), told('validation.fileType')),
  )
}

/** Makes a file optional: undefined if missing, or if it is the empty file that browsers send for an empty input. */
export function optionalFile(field: z.ZodMiniType<File, File>) {
  const isNone = (sent: File | string) => typeof sent === 'string' || (sent.size === 0 && sent.name === '')
  return z.pipe(
    z.transform((sent: File | string | undefined) => (sent === undefined || isNone(sent) ? undefined : sent)),
    z.optional(field),
  )
}

/** Returns the schema of a form's fields for programs: plain values instead of texts. */
export function valueShapeOf<Shape extends z.core.$ZodShape>(shape: Shape): ValueShapeOf<Shape> {
  const values = Object.entries(shape).map(([name, field]) => [name, recipeOf(field)?.value ?? field])
  return Object.fromEntries(values) as ValueShapeOf<Shape>
}
type ValueShapeOf<Shape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodMiniCodec<infer _Text, infer Value> ? Value : Shape[Name]
}

/**
 * Makes all fields optional except the named ones: a missing field gets its default, or without one its empty value. Requests to
 * the API and rows of imported files thus stay valid when the form gets a new field.
 */
export function optionalExcept<Shape extends z.core.$ZodShape, Required extends keyof Shape & string>(
  shape: Shape,
  required: readonly Required[],
  defaults: Partial<z.output<z.ZodMiniObject<Shape>>> = {},
): OptionalExcept<Shape, Required> {
  const fields = Object.entries(shape as unknown as Record<string, z.ZodMiniType>).map(([name, field]) => {
    if (required.some((one) => one === name)) return [name, field]
    const given = (defaults as Record<string, unknown>)[name]
    return [name, z._default(field, given === undefined ? emptyValueOf(field) : given)]
  })
  return Object.fromEntries(fields) as OptionalExcept<Shape, Required>
}
type OptionalExcept<Shape, Required> = {
  [Name in keyof Shape]: Name extends Required
    ? Shape[Name]
    : Shape[Name] extends z.core.SomeType
      ? z.ZodMiniDefault<Shape[Name]>
      : never
}

/** Returns the empty value of a field: null if allowed, otherwise false, zero, an empty text, or the first choice. */
function emptyValueOf(field: z.ZodMiniType): unknown {
  const value = recipeOf(field)?.value ?? field
  if (value instanceof z.ZodMiniEnum) return value.options[0]
  const isOfItsKind = (empty: unknown) =>
    !value.safeParse(empty).error?.issues.some(({ code }: z.core.$ZodIssue) => code === 'invalid_type')
  return [null, false, 0, ''].find(isOfItsKind)
}

/** Converts typed texts into the format of the schema. @param language of the typed texts */
export function parseTypedFields<Fields extends object>(
  schema: z.ZodMiniType,
  typed: Fields,
  language: string,
): Fields {
  return convertFields(schema, typed, (writing, text) => writing.parse(text, language))
}

/** Converts a schema's texts into those that a user would type. */
export function formatFieldsForTyping<Fields extends object>(
  schema: z.ZodMiniType,
  texts: Fields,
  language: string,
): Fields {
  return convertFields(schema, texts, (writing, text) => writing.format(text, language))
}

function convertFields<Fields extends object>(
  schema: z.ZodMiniType,
  fields: Fields,
  turn: (writing: TextFormat, text: string) => string,
): Fields {
  const shape: Record<string, z.core.SomeType> = schema instanceof z.ZodMiniObject ? schema.shape : {}
  const entries = Object.entries(fields).map(([name, text]: [string, unknown]) => {
    const writing = shape[name] && recipeOf(shape[name])?.format
    return [name, writing && typeof text === 'string' ? turn(writing, text) : text]
  })
  return Object.fromEntries(entries) as Fields
}

/** Returns the recipe of a field, or of the field inside an optional one. */
function recipeOf(field: z.core.SomeType): CodecRecipe<never> | undefined {
  const { innerType } = field._zod.def as { innerType?: z.core.SomeType }
  const own = recipesOfFields.get(field as z.ZodMiniType)?.recipe as CodecRecipe<never> | undefined
  return own ?? (innerType && recipeOf(innerType))
}

/** Creates a codec from its recipe; an empty text becomes `empty`. Without `empty` it is rejected as required. */
function codecOf<Value>(recipe: CodecRecipe<Value>, empty?: Value): CodecField<Value> {
  const codec = z.codec(z.string(), recipe.value, {
    decode: (text, context) => {
      if (text.trim() === '') return empty as Value
      const refuse: RejectText = (message, params) =>
        void context.issues.push({ code: 'custom', input: text, message, params: params ?? {} })
      return recipe.toValue(text, refuse) as Value
    },
    encode: recipe.toText,
  })
  return codec.register(recipesOfFields, { recipe })
}

/** Creates a codec whose text is the value. */
function textCodecOf<Value extends string>(value: z.ZodMiniType<Value, Value>): CodecField<Value> {
  const asItIs: TextFormat = { parse: (typed) => typed, format: (text) => text }
  return codecOf({ value, toValue: (text) => text, toText: String, format: asItIs })
}

function boundsOf({ min, max }: { min?: number | undefined; max?: number | undefined }) {
  return [...(min === undefined ? [] : [z.gte(min)]), ...(max === undefined ? [] : [z.lte(max)])]
}

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}
