/**
 * A value in JSON that may stand within a script element: nothing in it can end one.
 * @throws {TypeError} in development, when something in it would come back as something else: a Date, say
 */
export function dataInHtml(value: unknown): string {
  return JSON.stringify(value, import.meta.env.DEV ? refuseOthers : undefined).replaceAll('<', String.raw`\u003c`)
}

function refuseOthers(this: Record<string, unknown>, key: string, written: unknown): unknown {
  const own = this[key]
  const isPlain = typeof own !== 'object' || own === null || Array.isArray(own) || own.constructor === Object
  if (!isPlain) throw new TypeError(`${key} cannot be handed to the browser: it is no JSON`)
  return written
}
