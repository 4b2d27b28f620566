import { queryOptions } from '@tanstack/react-query'
import { listInbox } from './inbox.functions.ts'

const LOOK_EVERY_MS = 2_000

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: () => listInbox(),
  refetchInterval: LOOK_EVERY_MS,
})
