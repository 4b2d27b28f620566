import { createIsomorphicFn } from '@tanstack/react-start'

/** Dispatched at the window once React has taken over the page. */
const ALIVE = 'page-alive'

/**
 * The script in the head of every page that keeps early clicks and choices; none in the browser, where it has done its
 * work. It stands alone: what runs is the source of the one function.
 */
export const earlyInputScript: () => string = createIsomorphicFn()
  .server(() => `(${keepEarlyInput.toString()})(${JSON.stringify(ALIVE)})`)
  .client(() => '')

/** Has what was clicked and chosen before the page was alive done now. */
export function repeatEarlyInput(): void {
  window.dispatchEvent(new Event(ALIVE))
}

/**
 * Keeps the click on a button and the choice of an option until there is a script to answer it, and repeats it then, the
 * last of each element. Links, and forms that are sent to the server, need no script: they are let through.
 */
function keepEarlyInput(alive: string): void {
  const kept = new Map<Element, () => void>()

  function keep(event: Event, element: Element, repeat: () => void) {
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.delete(element)
    kept.set(element, repeat)
  }

  function onClick(event: Event) {
    const button = event.target instanceof Element && event.target.closest('button')
    if (!button) return
    const { type, form } = button
    const needsNoScript = type === 'submit' && (form?.method === 'post' || form?.hasAttribute('action'))
    if (!needsNoScript) keep(event, button, () => button.click())
  }

  function onChoice(event: Event) {
    const field = event.target
    if (!(field instanceof HTMLSelectElement)) return
    const { value } = field
    keep(event, field, () => {
      for (const type of ['input', 'change']) {
        // At the first of them React takes the field over, which sets it back.
        field.value = value
        field.dispatchEvent(new Event(type, { bubbles: true }))
      }
    })
  }

  function onAlive() {
    removeEventListener('click', onClick, true)
    for (const type of ['input', 'change']) removeEventListener(type, onChoice, true)
    // In a turn of its own: React takes over what it has left for later when it is used, but not from within an effect.
    setTimeout(() => {
      for (const [element, repeat] of kept) if (element.isConnected) repeat()
    })
  }

  addEventListener('click', onClick, true)
  for (const type of ['input', 'change']) addEventListener(type, onChoice, true)
  addEventListener(alive, onAlive, { once: true })
}
