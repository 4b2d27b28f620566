/** What the script below leaves on the window. */
interface EarlyClick {
  /** The last button that was clicked so far. */
  button?: HTMLElement | null
  stop: () => void
}

declare global {
  interface Window {
    earlyClick?: EarlyClick
  }
}

/**
 * Stands in the head of every page: remembers which button is clicked before there is a script to answer it. Links and
 * forms need no script, so this is for what only a script can do.
 */
export const EARLY_CLICK_SCRIPT = `{
  const remember = ({ target }) => { window.earlyClick.button = target.closest('button[type=button]') }
  window.earlyClick = { stop: () => removeEventListener('click', remember, true) }
  addEventListener('click', remember, true)
}`

/** From here on React hears the clicks. */
export function stopRememberingClicks(): void {
  window.earlyClick?.stop()
}

/** Clicks what was clicked too early, now that it is answered. */
export function repeatEarlyClick(): void {
  const button = window.earlyClick?.button
  delete window.earlyClick
  if (button?.isConnected) button.click()
}
