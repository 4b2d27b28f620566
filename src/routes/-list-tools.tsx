import type { ReactNode } from 'react'
import type { CombinedField, ListName, MarkName } from '#features.ts'
import type { ListReader } from '#feature/list-tool.ts'
import { listTools } from '#slots/lists.ts'

type OwnParameter<Search> = Exclude<keyof Search, MarkName>
type Parameter<List extends ListName> = CombinedField<'lists'>[List]['parameters'][number]

/**
 * Renders the tools that features add to a list.
 * @param search the parameters of the page's URL. The list's manifest must name them, otherwise the call doesn't compile
 */
export function renderToolsOf<List extends ListName, Search extends Record<Parameter<List>, string>>(
  list: List,
  search: Search & { [Name in Exclude<OwnParameter<Search>, Parameter<List> | 'after' | 'dialog'>]: never },
  reader: ListReader = {},
): ReactNode {
  const { after: _after, dialog: _dialog, ...shown }: Record<string, string | undefined> = search
  return Object.entries(listTools).map(([name, Tool]) => <Tool key={name} list={list} search={shown} {...reader} />)
}
