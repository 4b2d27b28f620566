import { useState } from 'react'

/** Where a person continues when what had the focus has gone with what was done: at the rows that are left, or at the top. */
const NEXT_BEST = ['thead .row-check > input', 'main']

/**
 * Gives the focus back to what had it before when a dialog closes that was opened without Radix's trigger; not when it has
 * gone elsewhere meanwhile, to the heading of another page or into the next dialog.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    const { activeElement } = document
    const closed = event.target
    const isElsewhere = activeElement !== document.body && !(closed instanceof Node && closed.contains(activeElement))
    if (isElsewhere) return
    const places = [opener, ...NEXT_BEST.map((selector) => document.querySelector(selector))]
    places.some((place) => place instanceof HTMLElement && takesFocus(place))
  }
}

function takesFocus(place: HTMLElement): boolean {
  place.focus()
  return document.activeElement === place
}
