import { AppError } from '#lib/app-error.ts'

/** Makes the user authenticate again. @returns whether they did */
type Reauthenticate = () => Promise<boolean>

let reauthenticate: Reauthenticate | undefined

/** Sets the function that makes the user authenticate again on this page. @returns a function that removes it */
export function setReauthentication(ask: Reauthenticate): () => void {
  reauthenticate = ask
  return () => {
    if (reauthenticate === ask) reauthenticate = undefined
  }
}

/**
 * Runs an action that needs a recent authentication. If the server refuses the action, the user authenticates again and the
 * action is retried; if the user cancels, the refusal is thrown.
 */
export async function withRecentAuthentication<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const isOld = error instanceof AppError && error.code === 'SESSION_EXPIRED'
    if (!isOld || !(await reauthenticate?.())) throw error
    return act()
  }
}
