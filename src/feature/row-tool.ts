import type { ComponentType, ReactNode } from 'react'

/** A repository as its mark is shown. */
export interface MarkedRow {
  id: string
  name: string
  marks: Record<string, boolean>
}

interface Parts {
  /** Makes the button that marks a row. */
  renderMark: (row: MarkedRow) => ReactNode
  /** Called when the link of a repository is followed. */
  onOpen: (id: string) => void
}

/** Something that a feature adds to the pages of repositories. */
export interface RowTool {
  /** Stands around their list, or the page of the one that `id` names. */
  Around: ComponentType<{
    id?: string | undefined
    /** False where nothing is kept, as in a demo. */
    isKept: boolean
    children: (parts: Parts) => ReactNode
  }>
  /** The head of the column of its marks. */
  Head: ComponentType
  /** Narrows the list to marked ones, and back. */
  Filter: ComponentType<{ isOn: boolean }>
}
