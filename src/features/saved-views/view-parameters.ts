/** What a list has when its URL says nothing; other parameters are empty then. */
const STANDARD: Record<string, string> = { sort: 'newest' }

/** Finds those of some parameters that make a view: where they are other than they are anyway. */
export function viewParameters(names: readonly string[], search: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(search))
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' && value !== '' && value !== STANDARD[name] ? [[name, value]] : []
    }),
  )
}
