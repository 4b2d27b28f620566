import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from '#ui/paged-query.ts'
import { getNote, getNoteCount, listNotes } from './notes.functions.ts'
import type { NoteFilter, NotesSearch } from './notes.schema.ts'

/** The query key prefix of all queries about notes, for invalidation after changes. */
export const notesKey = ['notes']

/** The query for the list, page by page. The previous term's rows stay while a new term loads. */
export function noteListQuery({ sort, after, ...filter }: NotesSearch) {
  const list = (cursor: string | null) => listNotes({ data: { ...filter, sort, cursor } })
  return pagedQuery([...notesKey, 'list', { ...filter, sort, after }], list, after)
}

/** The query for the number of matches; separate from the rows, because counting is slower than listing. */
export function noteCountQuery({ sort: _sort, after: _after, ...filter }: NotesSearch) {
  return queryOptions({
    queryKey: [...notesKey, 'count', filter],
    queryFn: () => getNoteCount({ data: filter satisfies NoteFilter }),
  })
}

export function noteQuery(id: string) {
  return queryOptions({ queryKey: [...notesKey, 'detail', id], queryFn: () => getNote({ data: { id } }) })
}
