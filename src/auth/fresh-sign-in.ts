import { AppError } from '#lib/app-error.ts'

/** Has the person show again who they are. @returns whether they did */
type Confirm = () => Promise<boolean>

let confirm: Confirm | undefined

/** Says who asks the person on this page. @returns what ends it */
export function onOldSignIn(ask: Confirm): () => void {
  confirm = ask
  return () => {
    if (confirm === ask) confirm = undefined
  }
}

/**
 * Does what needs a fresh sign-in. After an old one the person is asked to show who they are, and what was wanted is done
 * then, without another word; whoever does not want to gets the refusal.
 */
export async function withFreshSignIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const isOld = error instanceof AppError && error.code === 'SESSION_EXPIRED'
    if (!isOld || !(await confirm?.())) throw error
    return act()
  }
}
