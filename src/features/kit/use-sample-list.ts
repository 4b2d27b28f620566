import { useInfiniteQuery } from '@tanstack/react-query'
import type { Page } from '#lib/page.ts'
import { MORE_ROWS, ROWS, type SampleRow } from './samples.ts'

type ListState = 'loading' | 'failed' | 'empty' | 'rows'

const FIRST_PAGE: Page<SampleRow> = { rows: ROWS, nextCursor: 'more' }
const LAST_PAGE: Page<SampleRow> = { rows: MORE_ROWS, nextCursor: null }
const EMPTY_PAGE: Page<SampleRow> = { rows: [], nextCursor: null }

/** The query of a list that stays in one state: loading never ends, failed fails again. */
export function useSampleList(state: ListState) {
  return useInfiniteQuery({
    queryKey: ['kit', state],
    queryFn: () => (state === 'failed' ? Promise.reject(new Error(state)) : Promise.resolve(LAST_PAGE)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: state !== 'loading',
    retry: false,
    staleTime: 'static',
    ...(state === 'rows' && { initialData: { pages: [FIRST_PAGE], pageParams: [''] } }),
    ...(state === 'empty' && { initialData: { pages: [EMPTY_PAGE], pageParams: [''] } }),
  })
}
