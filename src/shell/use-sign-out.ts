import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signOut as postSignOut } from '#auth/auth-client.ts'
import { AppError } from '#lib/app-error.ts'

/** The prefix of the storage keys for data of the signed-in user, which signing out removes. */
export const USER_STORAGE_PREFIX = 'own-'

/** Returns two ways to leave: `signOut` ends the session first, `leave` is for an ended session. Both remove the user's data. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  async function signOut() {
    setIsLeaving(true)
    // A pending query would report that the session has ended, and open another page.
    await queryClient.cancelQueries()
    try {
      await postSignOut()
    } catch (failure) {
      // Without a connection the session is not ended. After other failures it might have ended; the login page checks that.
      if (failure instanceof AppError && failure.code === 'NO_CONNECTION') return setIsLeaving(false)
    }
    leave()
  }
  /** Removes the user's data and opens the login page as a new document. */
  function leave() {
    queryClient.clear()
    clearUserStorage()
    window.location.assign('/login')
  }
  return { signOut, leave, isLeaving }
}

function clearUserStorage() {
  try {
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith(USER_STORAGE_PREFIX)))
      localStorage.removeItem(name)
  } catch {
    // If the browser blocks storage, it has stored nothing that must be removed.
  }
}
