import { useState, type KeyboardEvent } from 'react'

/**
 * Which option of a list the arrow keys are at, while the focus stays in the text field that the list belongs to.
 * @param onChoose is told when Enter is pressed; the field has the key where it answers false
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

/** Scrolls a list to its active option, as its `ref`. */
export function scrollIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
