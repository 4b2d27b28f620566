import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { showToast, type ToastAction } from './toast.ts'

interface ChangeOptions<Result> {
  /** Whether the browser leaves this page. The queries are then not fetched again here, because fetching a deleted row fails. */
  isLeaving?: boolean
  /** Returns the action that the toast offers. */
  action?: (result: Result) => ToastAction
}

/** Returns functions that invalidate the queries with these keys: at once, or after a change, which a toast then confirms. */
export function useChangeWithToast(...keys: QueryKey[]) {
  const queryClient = useQueryClient()
  const invalidate = (refetchType?: 'none') =>
    Promise.all(
      keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, ...(refetchType && { refetchType }) })),
    )

  async function change<Result>(
    made: Promise<Result>,
    text: string,
    { isLeaving = false, action }: ChangeOptions<Result> = {},
  ): Promise<void> {
    const result = await made
    await invalidate(isLeaving ? 'none' : undefined)
    void showToast(text, action?.(result))
  }

  return { change, invalidate: () => invalidate() }
}
