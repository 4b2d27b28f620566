import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '#lib/page.ts'
import { AppError } from '#lib/app-error.ts'
import { showFailure, showToast } from '#ui/toast.ts'
import { useChangeWithToast } from '#ui/use-change.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { createRepository, deleteRepository, restoreRepository, updateRepository } from './repositories.functions.ts'
import { repositoriesKey } from './repositories.queries.ts'
import type { RequestedOwner, RepositoryFields, RepositoryRow } from './repositories.schema.ts'

type CachedList = InfiniteData<Page<RepositoryRow>>

/** The mutations of repositories, each with its cache updates and toast. */
export function useRepositoryMutations(owner: RequestedOwner) {
  const queryClient = useQueryClient()
  const { t, i18n } = useTranslation(['repositories', 'common'])
  const { change, invalidate } = useChangeWithToast(repositoriesKey)

  async function create(fields: RepositoryFields) {
    const made = await createRepository({
      data: {
        ...fields,
        ...owner,
      },
    })
    await invalidate()
    void showToast(t('added', { name: fields.name }))
    return made
  }

  const update = (id: string, fields: RepositoryFields) =>
    change(updateRepository({ data: { id, ...fields, ...owner } }), t('saved', { name: fields.name }))

  /** Deletes a repository, removes its row from cached lists at once, and shows a toast with an undo button. */
  async function remove({ id, name }: { id: string; name: string }) {
    await deleteRepository({ data: { id, ...owner } })
    queryClient.setQueriesData<CachedList>(
      { queryKey: [...repositoriesKey, 'list'] },
      (list) => list && withoutRow(list, id),
    )
    // Do not refetch while the browser leaves this page, because fetching the deleted repository would fail.
    await queryClient.invalidateQueries({ queryKey: repositoriesKey, refetchType: 'none' })
    void showToast(t('deleted', { name }), { label: t('common:undo'), onClick: () => void restore({ id, name }) })
  }

  async function restore({ id, name }: { id: string; name: string }) {
    try {
      await restoreRepository({ data: { id, ...owner } })
      void showToast(t('restored', { name }))
    } catch (failure) {
      const isTaken = failure instanceof AppError && failure.code === 'TAKEN'
      void showFailure(isTaken ? t('restoreTaken', { name }) : await errorTextOf(i18n, failure))
    }
    await invalidate()
  }

  return { create, update, remove }
}

function withoutRow(list: CachedList, id: string): CachedList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })) }
}
