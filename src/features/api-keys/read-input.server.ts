import * as z from 'zod/mini'
import { checkInput } from '#lib/validation-message.ts'
import { ApiProblem, inputProblemsOf } from '#api/problem.server.ts'

const NO_PARAMETERS = z.strictObject({})
const JSON_TYPES = /^application\/(merge-patch\+)?json\s*(;|$)/i

/** Checks the query or the body of a call by a schema. @throws {ApiProblem} INVALID_INPUT with all problems, by field */
export function validateInput<Schema extends z.ZodMiniType>(schema: Schema, part: unknown): z.output<Schema> {
  const checked = checkInput(schema, part)
  if (checked.success) return checked.data
  const found = checked.error.issues.flatMap(inputProblemsOf)
  // Reports only the first broken rule of each field.
  const errors = [...new Map(found.toReversed().map((problem) => [problem.field, problem])).values()].toReversed()
  throw new ApiProblem('INVALID_INPUT', { errors })
}

/** Reads the parameters of a query. @throws {ApiProblem} INVALID_INPUT for an unknown, invalid or repeated one */
export function readQuery(schema: z.ZodMiniObject | undefined, parameters: URLSearchParams): unknown {
  const names = [...parameters.keys()]
  const twice = names.filter((name, place) => names.indexOf(name) !== place)
  if (twice.length > 0)
    throw new ApiProblem('INVALID_INPUT', { errors: [...new Set(twice)].map((field) => ({ field, code: 'repeated' })) })
  return validateInput(schema ?? NO_PARAMETERS, Object.fromEntries(parameters))
}

/** Reads a JSON body in UTF-8. @throws {ApiProblem} UNSUPPORTED_MEDIA_TYPE, INVALID_JSON, INVALID_INPUT */
export function readBody(schema: z.ZodMiniType | undefined, body: ArrayBuffer, contentType: string | null): unknown {
  if (!schema) {
    // Accepts an empty object, because many clients send one with every method.
    if (/^\s*(\{\s*\}\s*)?$/.test(new TextDecoder().decode(body))) return undefined
    throw new ApiProblem('INVALID_INPUT', { errors: [{ field: '', code: 'unexpectedBody' }] })
  }
  if (!JSON_TYPES.test(contentType ?? '')) throw new ApiProblem('UNSUPPORTED_MEDIA_TYPE')
  return validateInput(schema, parseJson(body))
}

function parseJson(body: ArrayBuffer): unknown {
  try {
    // Fails for other encodings, whose bytes would be stored as replacement characters otherwise.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw Object.assign(new ApiProblem('INVALID_JSON'), { cause })
  }
}
