/** The lists that views are kept of, each with the parameters of its URL that a view has: its search, filters and order. */
const PARAMETERS = {
  users: ['searchTerm', 'role', 'status', 'sort'],
  repositories: ['searchTerm', 'topic', 'language', 'favourites', 'organization', 'sort'],
  history: ['searchTerm', 'actions', 'person', 'part', 'from', 'to'],
} as const

/** What a list has when its URL says nothing; other parameters are empty then. */
const STANDARD: Record<string, string> = { sort: 'newest' }

export const VIEW_LISTS = ['users', 'repositories', 'history'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** A parameter of a list's URL that its views have. */
export type ViewParameter<List extends ViewList> = (typeof PARAMETERS)[List][number]

/** Finds those of a list's parameters that make a view: known ones, where they are other than they are anyway. */
export function viewParameters(list: ViewList, search: object): Record<string, string> {
  const given = new Map<string, unknown>(Object.entries(search))
  return Object.fromEntries(
    PARAMETERS[list].flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' && value !== '' && value !== STANDARD[name] ? [[name, value]] : []
    }),
  )
}
