type Json = Record<string, unknown>

/**
 * Applies the changes from `before` to `after` to `own`, three JSON values. Where both changed the same value, `after` wins.
 */
export function mergeJson(before: unknown, after: unknown, own: unknown): unknown {
  if (!isObject(after) || !isObject(own)) return isSame(before, after) ? own : after
  const old = isObject(before) ? before : {}
  const keys = new Set([...Object.keys(own), ...Object.keys(after)])
  const entries = [...keys].flatMap((key) => {
    if (!(key in after)) return key in old ? [] : [[key, own[key]]]
    if (!(key in own)) return key in old && isSame(old[key], after[key]) ? [] : [[key, after[key]]]
    return [[key, mergeJson(old[key], after[key], own[key])]]
  })
  return Object.fromEntries(entries) as Json
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
