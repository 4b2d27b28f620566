import type { MarkName } from '#features.ts'

/** The parameters of a list's URL that filter by the viewer's marks, keyed by the name of the mark. */
export type MarksInUrl = { [Name in MarkName]?: 'only' | '' }

/** Returns the marks that a URL filters by. @param known the URL's other parameters */
export function marksInUrl(search: object, known: object): MarksInUrl {
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value === 'only' && !Object.hasOwn(known, name)),
  )
}
