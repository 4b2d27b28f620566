import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListName } from '#features.ts'
import { showToast } from '#ui/toast.ts'
import { deleteView, renameView, saveView } from './saved-views.functions.ts'
import { viewsQuery } from './saved-views.queries.ts'
import { viewParameters } from './view-parameters.ts'

/** The mutations of the user's saved views of a list, each with its cache updates and toast. */
export function useViewMutations(list: ListName) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('saved-views')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: viewsQuery(list).queryKey })

  async function save(name: string, search: object) {
    await saveView({ data: { list, name, search: viewParameters(Object.keys(search), search) } })
    await invalidate()
    void showToast(t('saved', { name: name.trim() }))
  }

  async function rename(id: string, name: string) {
    await renameView({ data: { id, name } })
    await invalidate()
    void showToast(t('renamed'))
  }

  async function remove({ id, name }: { id: string; name: string }) {
    await deleteView({ data: { id } })
    await invalidate()
    void showToast(t('deleted', { name }))
  }

  return { save, rename, remove }
}
