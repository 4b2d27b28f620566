/** What the script below leaves on the window. */
interface EarlyClick {
  /** The last button that was clicked so far. */
  button?: HTMLElement
  /** Lets clicks through from here on. */
  stop: () => void
}

declare global {
  interface Window {
    earlyClick?: EarlyClick
  }
}

/**
 * Stands in the head of every page: keeps the click on a button until there is a script to answer it. Links and forms that
 * are sent to the server need none, so they are let through.
 */
export const EARLY_CLICK_SCRIPT = `{
  const keep = (event) => {
    const button = event.target.closest('button')
    if (!button || (button.type === 'submit' && button.form?.method === 'post')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    window.earlyClick.button = button
  }
  window.earlyClick = { stop: () => removeEventListener('click', keep, true) }
  addEventListener('click', keep, true)
}`

/** Clicks what was clicked too early, now that it is answered. */
export function repeatEarlyClick(): void {
  const { button, stop } = window.earlyClick ?? {}
  delete window.earlyClick
  stop?.()
  if (button?.isConnected) button.click()
}
