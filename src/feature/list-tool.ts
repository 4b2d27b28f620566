import type { ComponentType } from 'react'
import type { ListName } from '#features.ts'

interface ListToolProps {
  list: ListName
  /** The parameters of its page's URL that say what it shows. */
  search: Record<string, string | undefined>
  /** Is told when a link is followed. */
  onFollow?: (() => void) | undefined
}

/** Something that a feature adds to the tools of every list, beside its filters. */
export type ListTool = ComponentType<ListToolProps>
