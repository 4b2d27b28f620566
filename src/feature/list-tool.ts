import type { ComponentType } from 'react'
import type { ListName } from '#features.ts'

/** The rights of the user who views a list. */
export interface ListReader {
  /** The viewer sees the rows of all owners, like administrators in their area. */
  seesAllOwners?: boolean
  /** The address at which the viewer exports the rows; absent without an export in the user area. */
  exportPath?: string
  /** The viewer can add shared rows. */
  canCreate?: boolean
}

interface ListToolProps extends ListReader {
  list: ListName
  /** The parameters of the page's URL that select the shown rows: search, filters and order. */
  search: Record<string, string | undefined>
}

/** A control that a feature adds to every list, next to the filters. */
export type ListTool = ComponentType<ListToolProps>
