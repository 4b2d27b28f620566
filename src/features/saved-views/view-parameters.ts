/** Default values of list parameters; all other parameters default to empty. */
const DEFAULTS: Record<string, string> = { sort: 'newest' }

/** Returns the parameters that belong to a view: those that differ from their defaults. */
export function viewParameters(names: readonly string[], search: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(search))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' && value !== '' && value !== DEFAULTS[name] ? [[name, value]] : []
    }),
  )
}
