import type { ComponentType, ReactNode } from 'react'

/** A repository for which the button with its mark is shown. */
export interface MarkedRow {
  id: string
  name: string
  marks: Record<string, boolean>
}

interface RowToolParts {
  /** Renders the button that marks a row. */
  renderMark: (row: MarkedRow) => ReactNode
  /** Called when the link of a repository is followed. */
  onOpen: (id: string) => void
}

/** A personal mark that a feature adds to the pages of repositories, for example stars. */
export interface RowTool {
  /** Wraps the list of repositories, or the page of the repository `id`. */
  Around: ComponentType<{
    id?: string | undefined
    /** Whether changes are saved; false in a read-only demo. */
    isSaved: boolean
    children: (parts: RowToolParts) => ReactNode
  }>
  /** The content of the header of the column with this tool's marks (for example, stars). */
  Head: ComponentType
  /** The filter that shows only marked rows. */
  Filter: ComponentType<{ isOn: boolean }>
}
