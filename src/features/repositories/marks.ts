import type { MarkName } from '#features.ts'

/** The parameters of a list's URL that narrow it to what the viewer has marked, each by the name of a mark. */
export type MarksInUrl = { [Name in MarkName]?: 'only' | '' }

/** Finds the marks that a URL narrows a list to. @param known its other parameters */
export function marksInUrl(search: object, known: object): MarksInUrl {
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value === 'only' && !Object.hasOwn(known, name)),
  )
}
