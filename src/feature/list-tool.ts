import type { ComponentType } from 'react'
import type { ListName } from '#features.ts'

/** The reader of a list. */
export interface ListReader {
  /** The viewer sees the rows of all owners, like administrators in their area. */
  isOfAll?: boolean
  /** The viewer can add shared rows. */
  canCreate?: boolean
}

interface ListToolProps extends ListReader {
  list: ListName
  /** The parameters of its page's URL that say what it shows. */
  search: Record<string, string | undefined>
  /** Called when a link is followed. */
  onFollow?: (() => void) | undefined
}

/** Something that a feature adds to the tools of every list, beside its filters. */
export type ListTool = ComponentType<ListToolProps>
