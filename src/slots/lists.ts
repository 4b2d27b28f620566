import type { ListTool } from '#feature/list-tool.ts'
import { SavedViews } from '#features/saved-views/components/saved-views.tsx'

/** The tools that features add to those of lists. The pages of lists alone load it. */
export const listTools: Record<string, ListTool> = {
  savedViews: SavedViews,
}
