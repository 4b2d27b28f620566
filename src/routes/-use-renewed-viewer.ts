import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { appInitQuery } from '#shell/app-init.queries.ts'

/** Has a function that asks anew who is signed in, after a change of what the frame shows of them. */
export function useRenewedViewer(): () => Promise<void> {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.query({ ...appInitQuery, staleTime: 0 })
    await router.invalidate()
  }
}
