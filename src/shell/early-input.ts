import { createIsomorphicFn } from '@tanstack/react-start'
import { appConfig } from '#app.config'
import { currentRequest, themeOfAccount } from '#request/request-context.server.ts'

declare global {
  interface Window {
    /** Whether the page goes, and its address is another's already, by Back pressed before React had taken over. */
    isLeftForAnother?: boolean
    /** Whether React has taken over the page. */
    isAlive?: boolean
  }
}

/** Dispatched at the window once React has taken over the page. */
const ALIVE = 'page-alive'

/**
 * The script in the head of every page that keeps early clicks and choices; none in the browser, where it has done its
 * work. It stands alone: what runs is the source of the one function, after a word about the theme of the account. Comments like
 * this one would be sent along.
 */
export const earlyInputScript: () => string = createIsomorphicFn()
  .server(() => `${keepTheme()}(${keepEarlyInput.toString().replace(/\n\s+/g, '\n')})(${JSON.stringify(ALIVE)})`)
  .client(() => '')

/** Another device may have chosen it: the storage, where next-themes looks, learns of it before next-themes does. */
function keepTheme(): string {
  const theme = currentRequest().store.get(themeOfAccount)
  return theme === undefined ? '' : `try{localStorage.${appConfig.themeKey}=${JSON.stringify(theme)}}catch{};`
}

/** Has what was clicked and chosen before the page was alive done now, and what is chosen from now on count. */
export function repeatEarlyInput(): void {
  window.isAlive = true
  window.dispatchEvent(new Event(ALIVE))
  for (const type of ['input', 'change']) window.addEventListener(type, holdChoice, true)
}

const choices = new WeakMap<HTMLSelectElement, string>()

/** React may draw the field anew between the two events of a choice, with what was chosen before. */
function holdChoice({ target, type }: Event) {
  if (!(target instanceof HTMLSelectElement)) return
  if (type === 'input') choices.set(target, target.value)
  else target.value = choices.get(target) ?? target.value
  if (type === 'change') choices.delete(target)
}

/**
 * Keeps the click on a button, the choice of an option and the Escape out of a dialog until there is a script to answer it,
 * and repeats it then, the last of each element. Links, and forms that are sent to the server, need no script: they are let through. Whoever goes Back
 * gets that page from the server.
 */
function keepEarlyInput(alive: string): void {
  const kept = new Map<Element, () => void>()
  const pageMade = location.pathname + location.search

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
    if (!needsNoScript) keep(event, button, () => insist(button, 'click', () => button.click()))
  }

  function onKey(event: KeyboardEvent) {
    const cross = event.key === 'Escape' && document.querySelector<HTMLElement>('dialog[open] > a[href="?"]')
    if (cross) keep(event, cross, () => insist(cross, 'click', () => cross.click()))
  }

  // React stops what happens to a part that it has not taken over yet: it never gets there, and is done again.
  function insist(element: Element, type: string, repeat: () => void, tries = 200) {
    let isStopped = true
    element.addEventListener(type, () => (isStopped = false), { once: true })
    repeat()
    if (isStopped && tries > 0 && element.isConnected) setTimeout(insist, 50, element, type, repeat, tries - 1)
  }

  function onChoice(event: Event) {
    const field = event.target
    if (!(field instanceof HTMLSelectElement)) return
    const { value } = field
    const choose = () => {
      for (const type of ['input', 'change']) {
        // At the first of them React takes the field over, which sets it back.
        field.value = value
        field.dispatchEvent(new Event(type, { bubbles: true }))
      }
    }
    keep(event, field, () => insist(field, 'change', choose))
  }

  // The browser changes the address alone, and React would take this page over for the one at that address.
  function onPopState() {
    if (location.pathname + location.search === pageMade) return
    window.isLeftForAnother = true
    location.reload()
  }

  function onAlive() {
    removeEventListener('popstate', onPopState)
    removeEventListener('click', onClick, true)
    removeEventListener('keydown', onKey, true)
    for (const type of ['input', 'change']) removeEventListener(type, onChoice, true)
    // In a turn of its own: React takes over what it has left for later when it is used, but not from within an effect.
    setTimeout(() => {
      for (const [element, repeat] of kept) if (element.isConnected) repeat()
    })
  }

  addEventListener('popstate', onPopState)
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKey, true)
  for (const type of ['input', 'change']) addEventListener(type, onChoice, true)
  addEventListener(alive, onAlive, { once: true })
}
