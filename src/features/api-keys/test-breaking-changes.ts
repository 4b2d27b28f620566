import { inlineReferences } from '#api/named-schemas.ts'

/** A description of an API, or a part of it, as JSON. */
type Json = Record<string, unknown>

/**
 * Lists the changes between two descriptions of the API that break existing programs: operations and fields that are gone,
 * requests that are no longer accepted, responses and messages of another type. Empty if all programs continue to work.
 */
export function breakingChanges(before: Json, after: Json): string[] {
  const [olds, nows] = [resolveReferences(before), resolveReferences(after)]
  const [old, now] = [operationsOf(olds), operationsOf(nows)]
  const broken = Object.entries(old).flatMap(([name, operation]) => {
    const kept = now[name]
    if (!kept) return [`${name} is gone`]
    return [
      ...brokenParameters(operation, kept).map((what) => `${name}: ${what}`),
      ...lostValues(valueAt(operation, BODY), valueAt(kept, BODY), 'body').map((what) => `${name}: ${what}`),
      ...brokenResponses(operation, kept).map((what) => `${name}: ${what}`),
    ]
  })
  return [...broken, ...brokenMessages(messagesOf(olds), messagesOf(nows))]
}

const BODY = ['requestBody', 'content', 'application/json', 'schema']

/** Returns the schemas of the messages that programs receive, by event. */
function messagesOf({ webhooks = {} }: Json): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(webhooks as Json).map(([event, methods]) => {
      const schema = structuredClone(valueAt(methods as Json, ['post', ...BODY])) as Json
      // All events share a schema. Keep only this event's type in it, so that a new event does not count as a change of this one.
      const type = valueAt(schema, ['properties', 'type']) as Json | undefined
      if (Array.isArray(type?.enum)) type.enum = type.enum.filter((one) => one === event)
      return [event, schema]
    }),
  )
}

function brokenMessages(old: Record<string, unknown>, now: Record<string, unknown>): string[] {
  return Object.entries(old).flatMap(([event, schema]) =>
    event in now
      ? // Compare messages like responses, because programs only read both.
        lostValues(now[event], schema, 'message', 'answer').map((what) => `${event}: ${what}`)
      : [`message ${event} is gone`],
  )
}

function resolveReferences(description: Json): Json {
  const { schemas } = description.components as { schemas: Record<string, Json> }
  return inlineReferences(description, schemas) as Json
}

function operationsOf(description: Json): Record<string, Json> {
  const paths = Object.entries(description.paths as Record<string, Record<string, Json>>)
  return Object.fromEntries(
    paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
    ),
  )
}

function brokenParameters(old: Json, now: Json): string[] {
  const [before, after] = [old, now].map(({ parameters }) =>
    Object.fromEntries(
      (parameters as Json[]).map((parameter) => [`${String(parameter.in)} ${String(parameter.name)}`, parameter]),
    ),
  )
  return [
    ...Object.entries(before ?? {}).flatMap(([name, { schema }]) =>
      lostValues(schema, after?.[name]?.schema, `parameter ${name}`),
    ),
    ...Object.entries(after ?? {})
      .filter(([name, { required }]) => required === true && before?.[name]?.required !== true)
      .map(([name]) => `parameter ${name} has to be there now`),
  ]
}

function brokenResponses(old: Json, now: Json): string[] {
  const successes = Object.keys(old.responses as Json).filter((status) => status.startsWith('2'))
  return successes.flatMap((status) => {
    const path = ['responses', status, 'content', 'application/json', 'schema']
    if (!valueAt(now, ['responses', status])) return [`answer ${status} is gone`]
    // The old schema must allow every new response. For requests, the new schema must allow every old request.
    return lostValues(valueAt(now, path), valueAt(old, path), `answer ${status}`, 'answer')
  })
}

/** Fields of responses that can gain values within a version, as the description of the API says. */
const OPEN_VALUES = /\.(action|code|scopes\[\]|status)$/

/**
 * Lists the values that `wide` allows and `narrow` does not.
 * @param kind for a response, `wide` is the new schema, and fields that are only in the new schema are ignored
 */
function lostValues(wide: unknown, narrow: unknown, where: string, kind: 'request' | 'answer' = 'request'): string[] {
  const lost = kind === 'answer' ? [wide, narrow] : [narrow, wide]
  if (lost[0] === undefined && lost[1] !== undefined) return [`${where} is gone`]
  if (wide === undefined || narrow === undefined) return []
  const [old, now] = [wide as Json, narrow as Json]
  const [olds, nows] = [alternativesOf(old), alternativesOf(now)]
  if (olds.length > 1 || nows.length > 1)
    return olds.flatMap((one) => {
      const tried = nows.map((other) => lostValues(one, other, where, kind))
      return tried.some((problems) => problems.length === 0) ? [] : (tried[0] ?? [])
    })
  return [
    ...brokenRules(old, now)
      .filter((rule) => rule !== 'enum' || kind === 'request' || !OPEN_VALUES.test(where))
      .map((rule) => `${where}: ${rule} is stricter`),
    ...brokenFields(old, now, where, kind),
    ...lostValues(old.items, now.items, `${where}[]`, kind),
    ...lostValues(old.additionalProperties || undefined, now.additionalProperties || undefined, `${where}.*`, kind),
  ]
}

/** Returns the alternative schemas of a value. A list of types becomes one schema for each type. */
function alternativesOf(schema: Json): Json[] {
  if (schema.anyOf) return (schema.anyOf as Json[]).flatMap(alternativesOf)
  return Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...schema, type })) : [schema]
}

function brokenRules(old: Json, now: Json): string[] {
  const isFewer = (rule: string) => {
    const [before, after] = [old[rule], now[rule]] as (number | undefined)[]
    return after !== undefined && (before === undefined || (rule.startsWith('min') ? after > before : after < before))
  }
  const valuesOf = (schema: Json) =>
    (schema.const === undefined ? schema.enum : [schema.const]) as unknown[] | undefined
  const [before, after] = [valuesOf(old), valuesOf(now)]
  const isTypeLost =
    now.type !== undefined && now.type !== old.type && !(old.type === 'integer' && now.type === 'number')
  const areValuesLost = after !== undefined && (before === undefined || before.some((value) => !after.includes(value)))
  // Ignores a changed pattern if the format is the same, because the pattern only spells out the format.
  const isSaid = old.format !== undefined && old.format === now.format
  const isFormNew = (rule: string) => !isSaid && now[rule] !== undefined && now[rule] !== old[rule]
  return [
    ...(isTypeLost && before === undefined ? ['type'] : []),
    ...(areValuesLost ? ['enum'] : []),
    ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].filter(isFewer),
    ...['pattern', 'format'].filter(isFormNew),
  ]
}

function brokenFields(old: Json, now: Json, where: string, kind: 'request' | 'answer'): string[] {
  const [before, after] = [old, now].map(({ properties = {} }) => properties as Json)
  const [required, requiredNow] = [old, now].map(({ required = [] }) => required as string[])
  const shared = Object.keys(before ?? {}).filter((name) => kind === 'request' || Object.hasOwn(after ?? {}, name))
  const gone = Object.keys(kind === 'answer' ? (after ?? {}) : {}).filter((name) => !Object.hasOwn(before ?? {}, name))
  return [
    ...gone.filter((name) => requiredNow?.includes(name) !== true).map((name) => `${where}.${name} is gone`),
    ...shared.flatMap((name) => lostValues(before?.[name], after?.[name], `${where}.${name}`, kind)),
    ...(requiredNow ?? [])
      .filter((name) => required?.includes(name) !== true)
      .map((name) => `${where}.${name} ${kind === 'request' ? 'has to be there now' : 'may be missing now'}`),
  ]
}

function valueAt(json: Json, path: string[]): unknown {
  return path.reduce<unknown>((part, name) => (part as Json | undefined)?.[name], json)
}
