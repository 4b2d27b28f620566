import { queryOptions } from '@tanstack/react-query'
import { AppError } from '#lib/app-error.ts'
import { listInbox } from './inbox.functions.ts'

const POLL_MS = 2_000

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: () => listInbox(),
  // The inbox of a sandbox no longer exists once the sandbox is deleted.
  refetchInterval: ({ state: { error } }) => (isGone(error) ? false : POLL_MS),
})

function isGone(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND'
}
