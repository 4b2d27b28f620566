import type { Declared, ListName, MarkName } from '#features.ts'
import { listTools } from '#slots/lists.ts'
import type { RenderTools } from '#ui/list-tools.tsx'

type Unmarked<Search> = Exclude<keyof Search, MarkName>
type Parameter<List extends ListName> = Declared<'lists'>[List]['parameters'][number]

/**
 * Makes what features add to the tools of a list; undefined where none does.
 * @param search the parameters of its page's URL. One that its manifest does not have does not compile
 */
export function renderToolsOf<List extends ListName, Search extends Record<Parameter<List>, string>>(
  list: List,
  search: Search & { [Name in Exclude<Unmarked<Search>, Parameter<List> | 'after' | 'dialog'>]: never },
): RenderTools | undefined {
  const tools = Object.entries(listTools)
  if (tools.length === 0) return undefined
  const { after: _after, dialog: _dialog, ...shown }: Record<string, string | undefined> = search
  return (onFollow) => tools.map(([name, Tool]) => <Tool key={name} list={list} search={shown} onFollow={onFollow} />)
}
