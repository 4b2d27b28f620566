import { dehydrate, hydrate, type DehydratedState, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The answers that loaders looked up for a page, on their way from the server's query cache to the browser's. */
export interface HandedOverQueries {
  /** The keys, moments in milliseconds and answers of all queries that were answered: all that a browser needs to know. */
  answered: [QueryKey, number, unknown][]
  /** Queries that failed, with how; left out where there are none. */
  others?: DehydratedState
}

/** Collects what a query cache holds, without the state that every answered query has. */
export function handOverQueries(client: QueryClient): HandedOverQueries {
  const queries = client.getQueryCache().getAll()
  const answered = queries.filter(({ state }) => state.status === 'success')
  return {
    answered: answered.map(({ queryKey, state }) => [queryKey, state.dataUpdatedAt, state.data]),
    ...(answered.length < queries.length && {
      others: dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'success' }),
    }),
  }
}

/** Puts what was handed over into a query cache. */
export function takeOverQueries(client: QueryClient, { answered, others }: HandedOverQueries): void {
  for (const [key, updatedAt, data] of answered) client.setQueryData(key, data, { updatedAt })
  if (others) hydrate(client, others)
}
