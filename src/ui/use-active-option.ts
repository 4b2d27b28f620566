import { useState, type KeyboardEvent } from 'react'

/**
 * Tracks the option of a list that the arrow keys have reached, while the focus stays in the list's text field.
 * @param onChoose called when Enter is pressed; if `onChoose` returns false, Enter has its usual effect in the field
 */
export function useActiveOption<Option>(options: Option[], onChoose: (option: Option | undefined) => false | void) {
  const [place, setPlace] = useState(0)
  const last = options.length - 1
  const active = options[Math.min(place, last)]

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setPlace((Math.min(place, last) + step + options.length) % Math.max(1, options.length))
    }
    if (event.key === 'Enter' && onChoose(active) !== false) event.preventDefault()
  }

  return { active, onKeyDown, goTo: setPlace }
}

/** Scrolls a list to its active option, as the `ref` of the option. */
export function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
