import { queryOptions } from '@tanstack/react-query'
import { findSecondFactor, findSecondFactorsOf, listMyPasskeys } from './passkeys.functions.ts'

/** The query key prefix of the user's own passkeys, for invalidation after changes. */
export const passkeysKey = ['account', 'passkeys']

export const myPasskeysQuery = queryOptions({
  queryKey: [...passkeysKey, 'list'],
  queryFn: () => listMyPasskeys(),
})

export const secondFactorQuery = queryOptions({
  queryKey: [...passkeysKey, 'second-factor'],
  queryFn: () => findSecondFactor(),
})

/** The query for a user's second factors, for administrators. */
export function secondFactorsOfQuery(id: string) {
  return queryOptions({
    queryKey: ['users', 'detail', id, 'second-factors'],
    queryFn: () => findSecondFactorsOf({ data: { id } }),
  })
}
