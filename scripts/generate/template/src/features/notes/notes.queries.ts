import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getNote, getNoteCount, listNotes } from './notes.functions.ts'
import type { NoteFilter, NotesSearch } from './notes.schema.ts'

/** The query key prefix of all queries about notes, for invalidation after changes. */
export const notesKey = ['notes']

/** The query for the list, page by page. The previous term's rows stay while a new term loads. */
export function noteListQuery({ sort, after, ...filter }: NotesSearch) {
  return infiniteQueryOptions({
    queryKey: [...notesKey, 'list', { ...filter, sort, after }],
    queryFn: ({ pageParam }) => listNotes({ data: { ...filter, sort, cursor: pageParam } }),
    initialPageParam: after || null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  })
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
