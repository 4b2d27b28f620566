import type { RowTool } from '#feature/row-tool.ts'
import { favouritesTool } from '#features/favourites/favourites-tool.tsx'
import type { MarkName } from './features.ts'

/** The tools that features add to the pages of repositories. */
export const rowTools: Record<MarkName, RowTool> = {
  favourites: favouritesTool,
}
