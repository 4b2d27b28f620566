import { useState } from 'react'

/** Gives the focus back to what had it before when a dialog closes that was opened without Radix's trigger. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
}
