import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { appInitQuery } from '#shell/app-init.queries.ts'

/** Returns a function that refetches the signed-in user, to be called after changing data that the frame shows. */
export function useRefetchViewer(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }
}
