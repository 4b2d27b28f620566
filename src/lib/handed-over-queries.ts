import { dehydrate, hydrate, type DehydratedState, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The key of an answered query, the moment of its answer in milliseconds, and the answer: all that a browser needs to know. */
export type Answer = [QueryKey, number, unknown]

/** Collects the answers that loaders looked up for a page, without the state that every answered query has. */
export function answersIn(client: QueryClient, isWanted: (key: QueryKey) => boolean = () => true): Answer[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, queryKey }) => state.status === 'success' && isWanted(queryKey))
    .map(({ queryKey, state }) => [queryKey, state.dataUpdatedAt, state.data])
}

/** Collects the queries that failed, with how; undefined where none did. */
export function failuresIn(client: QueryClient): DehydratedState | undefined {
  const failed = dehydrate(client, { shouldDehydrateQuery: ({ state }) => state.status !== 'success' })
  return failed.queries.length > 0 ? failed : undefined
}

/** Puts what was handed over into a query cache. */
export function takeOverQueries(client: QueryClient, answers: Answer[], failures?: DehydratedState): void {
  for (const [key, updatedAt, data] of answers) client.setQueryData(key, data, { updatedAt })
  if (failures) hydrate(client, failures)
}
