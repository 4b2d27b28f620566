import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { answersIn, failuresIn, takeOverQueries } from './handed-over-queries.ts'

const PAGES = { pages: [{ rows: [{ id: 'a' }], nextCursor: null }], pageParams: [null] }

async function lookedUp(): Promise<QueryClient> {
  const server = new QueryClient()
  server.setQueryData(['rows', { searchTerm: '' }], PAGES, { updatedAt: 1_000 })
  await server.prefetchQuery({ queryKey: ['broken'], retry: false, queryFn: () => Promise.reject(new Error('no')) })
  return server
}

test('a browser has the answers and the failures of the server, of the same moment', async () => {
  const server = await lookedUp()
  const browser = new QueryClient()
  takeOverQueries(browser, answersIn(server), failuresIn(server))
  const keys: unknown[][] = [['rows', { searchTerm: '' }], ['broken']]
  for (const queryKey of keys) {
    const { data, dataUpdatedAt, status, fetchStatus, error } = server.getQueryState(queryKey) ?? {}
    expect(browser.getQueryState(queryKey)).toMatchObject({ data, dataUpdatedAt, status, fetchStatus, error })
  }
})

test('an answer is not looked up again while it is fresh', async () => {
  const browser = new QueryClient()
  takeOverQueries(browser, answersIn(await lookedUp()))
  let asked = 0
  const observer = new QueryObserver(browser, {
    queryKey: ['rows', { searchTerm: '' }],
    queryFn: () => Promise.resolve((asked += 1)),
    staleTime: 'static',
  })
  expect(observer.subscribe(() => undefined)).toBeTypeOf('function')
  expect(observer.getCurrentResult()).toMatchObject({ data: PAGES, isFetching: false })
  expect(asked).toBe(0)
})

test('of an answered query only key, moment and answer are sent', async () => {
  const server = await lookedUp()
  server.removeQueries({ queryKey: ['broken'] })
  expect(answersIn(server)).toEqual([[['rows', { searchTerm: '' }], 1_000, PAGES]])
  expect(failuresIn(server)).toBeUndefined()
})
