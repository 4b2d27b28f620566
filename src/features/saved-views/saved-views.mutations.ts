import { useTranslation } from 'react-i18next'
import type { ListName } from '#features.ts'
import { useChangeWithToast } from '#ui/use-change.ts'
import { deleteView, renameView, saveView } from './saved-views.functions.ts'
import { viewsQuery } from './saved-views.queries.ts'
import { pickViewParameters } from './view-parameters.ts'

/** The mutations of the user's saved views of a list, each with its cache updates and toast. */
export function useViewMutations(list: ListName) {
  const { change } = useChangeWithToast(viewsQuery(list).queryKey)
  const { t } = useTranslation('saved-views')

  function save(name: string, search: object) {
    const saving = saveView({ data: { list, name, search: pickViewParameters(Object.keys(search), search) } })
    return change(saving, t('saved', { name: name.trim() }))
  }

  const rename = (id: string, name: string) => change(renameView({ data: { id, name } }), t('renamed'))

  const remove = ({ id, name }: { id: string; name: string }) =>
    change(deleteView({ data: { id } }), t('deleted', { name }))

  return { save, rename, remove }
}
