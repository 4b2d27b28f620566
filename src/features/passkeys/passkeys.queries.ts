import { queryOptions } from '@tanstack/react-query'
import { findSecondFactor, findSecondFactorsOf, listMyPasskeys } from './passkeys.functions.ts'

/** The key of all queries about the person's own passkeys, to be told stale after a change. */
export const passkeysKey = ['account', 'passkeys']

export const myPasskeysQuery = queryOptions({
  queryKey: [...passkeysKey, 'list'],
  queryFn: () => listMyPasskeys(),
})

export const secondFactorQuery = queryOptions({
  queryKey: [...passkeysKey, 'second-factor'],
  queryFn: () => findSecondFactor(),
})

/** The query for the second factors of a person, for administrators. */
export function secondFactorsOfQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'detail', id, 'second-factors'],
    queryFn: () => findSecondFactorsOf({ data: { id } }),
  })
}
