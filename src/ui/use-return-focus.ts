import { useState } from 'react'

/** For a dialog that is opened without Radix's trigger: gives the focus back to what had it before, when it closes. */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (opener instanceof HTMLElement) opener.focus()
  }
}
