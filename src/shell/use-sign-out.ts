import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signOut as postSignOut } from '#auth/auth-client.ts'
import { AppError } from '#lib/app-error.ts'

/** The beginning of the names of what a browser keeps about who is signed in: signing out removes it. */
export const OWN = 'own-'

/** The ways out: `signOut` ends the session first, `leave` is for whose session has ended. Nothing of the person stays. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  async function signOut() {
    setIsLeaving(true)
    // A look-up under way would report that the session has ended, and lead elsewhere.
    await queryClient.cancelQueries()
    try {
      await postSignOut()
    } catch (failure) {
      // Without a connection nothing ends. Any other failure: the session may have ended elsewhere, the login page finds out.
      if (failure instanceof AppError && failure.code === 'NO_CONNECTION') return setIsLeaving(false)
    }
    leave()
  }
  /** Goes to the login page as a new document. */
  function leave() {
    queryClient.clear()
    forgetOwn()
    window.location.assign('/login')
  }
  return { signOut, leave, isLeaving }
}

function forgetOwn() {
  try {
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith(OWN))) localStorage.removeItem(name)
  } catch {
    // Where nothing can be kept, nothing is.
  }
}
