import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '#lib/page.ts'
import { showFailure, showToast } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import type { NoteRow, NoteTexts } from './notes.fields.ts'
import { createNote, deleteNote, restoreNote, updateNote } from './notes.functions.ts'
import { notesKey } from './notes.queries.ts'
import type { NewNote } from './notes.schema.ts'

type CachedList = InfiniteData<Page<NoteRow>>

/** The mutations of notes, each with its cache updates and toast. */
export function useNoteMutations() {
  const queryClient = useQueryClient()
  const { t, i18n } = useTranslation(['notes', 'common'])
  const invalidate = () => queryClient.invalidateQueries({ queryKey: notesKey })

  async function create(texts: NewNote) {
    const made = await createNote({ data: texts })
    await invalidate()
    void showToast(t('added', { name: texts.headline }))
    return made
  }

  async function update(id: string, texts: NoteTexts) {
    await updateNote({ data: { id, ...texts } })
    await invalidate()
    void showToast(t('saved', { name: texts.headline }))
  }

  /** Removes the row from cached lists at once; the toast offers to undo. */
  async function remove(id: string, name: string) {
    await deleteNote({ data: { id } })
    queryClient.setQueriesData<CachedList>({ queryKey: [...notesKey, 'list'] }, (list) => list && withoutRow(list, id))
    // Do not refetch while the browser leaves this page, because fetching the deleted row would fail.
    await queryClient.invalidateQueries({ queryKey: notesKey, refetchType: 'none' })
    void showToast(t('deleted', { name }), { label: t('common:undo'), onClick: () => void restore(id, name) })
  }

  async function restore(id: string, name: string) {
    try {
      await restoreNote({ data: { id } })
      void showToast(t('restored', { name }))
    } catch (failure) {
      void showFailure(await errorTextOf(i18n, failure))
    }
    await invalidate()
  }

  return { create, update, remove }
}

function withoutRow(list: CachedList, id: string): CachedList {
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.filter((row) => row.id !== id) })) }
}
