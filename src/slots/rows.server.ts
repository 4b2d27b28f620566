import type { HomeList, MarkConditions } from '#feature/row-queries.ts'
import { favouriteMark, recentlyOpenedList } from '#features/favourites/favourites.rows.server.ts'

/** The marks that features let users set on repositories. */
export const repositoryMarks: Record<string, MarkConditions> = {
  favourites: favouriteMark,
}

/** The lists that features add to the home page, by their names there. */
export const homeLists: Record<string, HomeList> = {
  opened: recentlyOpenedList,
}
