import type { ListTool } from '#feature/list-tool.ts'
import { ListFiles } from '#features/imports/components/list-files.tsx'
import { SavedViews } from '#features/saved-views/components/saved-views.tsx'

/** The tools that features add to the pages of lists. Only these pages load this module. */
export const listTools: Record<string, ListTool> = {
  savedViews: SavedViews,
  files: ListFiles,
}
