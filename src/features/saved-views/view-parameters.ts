/** The default values of a list's URL parameters. Parameters that are not here are empty by default. */
const DEFAULTS: Record<string, string> = { sort: 'newest' }

/** Returns the parameters in `search` that a view stores: those in `names` whose values differ from their defaults. */
export function pickViewParameters(names: readonly string[], search: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(search))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' && value !== '' && value !== DEFAULTS[name] ? [[name, value]] : []
    }),
  )
}
