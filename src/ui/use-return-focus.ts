import { useState } from 'react'

/** The elements that get the focus if the action removed the element that had it: the checkbox above the rows, or `main`. */
const FALLBACK_FOCUS_SELECTORS = ['thead .row-check > input', 'main']

/**
 * Returns a handler for the closing of a dialog that was opened without Radix's trigger. It restores the previous focus, unless
 * the focus has already moved elsewhere: to the heading of another page or into the next dialog.
 */
export function useReturnFocus(isOpen: boolean): (event: Event) => void {
  const [opener, setOpener] = useState(() => document.activeElement)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(document.activeElement)
  }
  return (event) => {
    event.preventDefault()
    const { activeElement } = document
    const closed = event.target
    const isElsewhere = activeElement !== document.body && !(closed instanceof Node && closed.contains(activeElement))
    if (isElsewhere) return
    const places = [opener, ...FALLBACK_FOCUS_SELECTORS.map((selector) => document.querySelector(selector))]
    places.some((place) => place instanceof HTMLElement && tryFocus(place))
  }
}

function tryFocus(place: HTMLElement): boolean {
  place.focus()
  return document.activeElement === place
}
