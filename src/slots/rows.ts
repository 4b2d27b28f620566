import type { RowTool } from '#feature/row-tool.ts'
import { favouritesTool } from '#features/favourites/favourites-tool.tsx'

/** The tools that features add to the pages of repositories. */
export const rowTools: Record<string, RowTool> = {
  favourites: favouritesTool,
}
