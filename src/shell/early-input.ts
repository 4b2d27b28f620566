import { createIsomorphicFn } from '@tanstack/react-start'
import { appConfig } from '#app.config'
import { currentRequest, themeOfAccountKey } from '#request/request-context.server.ts'

declare global {
  interface Window {
    /** Whether the page is reloading because Back changed its address before hydration. */
    isLeftForAnother?: boolean
    /** Whether React has hydrated the page. */
    isHydrated?: boolean
  }
}

/** The event that is dispatched on the window when React has hydrated the page. */
const HYDRATED_EVENT = 'page-hydrated'

/**
 * Returns the script in the head of every page that records early clicks and choices; empty in the browser, where it has run. The
 * script first stores the account's theme. Then it runs one function, whose source is copied and therefore must not use anything
 * of its module. Docstrings inside that function would be copied too.
 */
export const earlyInputScript: () => string = createIsomorphicFn()
  .server(
    () =>
      `${storeThemeScript()}(${keepEarlyInput.toString().replace(/\n\s+/g, '\n')})(${JSON.stringify(HYDRATED_EVENT)})`,
  )
  .client(() => '')

/** Returns a statement that stores the account's theme, which another device might have changed, before next-themes reads it. */
function storeThemeScript(): string {
  const theme = currentRequest().store.get(themeOfAccountKey)
  return theme === undefined ? '' : `try{localStorage.${appConfig.themeKey}=${JSON.stringify(theme)}}catch{};`
}

/** Repeats clicks and choices that were made before hydration, and protects later choices from being reset. */
export function repeatEarlyInput(): void {
  window.isHydrated = true
  window.dispatchEvent(new Event(HYDRATED_EVENT))
  for (const type of ['input', 'change']) window.addEventListener(type, restoreChoice, true)
}

const chosenOptions = new WeakMap<HTMLSelectElement, string>()

/** Restores a choice: between the events `input` and `change`, React can reset the field to its previous value. */
function restoreChoice({ target, type }: Event) {
  if (!(target instanceof HTMLSelectElement)) return
  if (type === 'input') chosenOptions.set(target, target.value)
  else target.value = chosenOptions.get(target) ?? target.value
  if (type === 'change') chosenOptions.delete(target)
}

/**
 * Records clicks on buttons, choices of options and Escape in dialogs until React has hydrated the page, then repeats
 * the last one of each element. Links and forms that are sent to the server need no script and are not recorded. Going
 * back loads the page from the server.
 */
function keepEarlyInput(hydratedEvent: string): void {
  const kept = new Map<Element, () => void>()
  const pageMade = location.pathname + location.search

  function keepForReplay(event: Event, element: Element, repeat: () => void) {
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
    if (!needsNoScript) keepForReplay(event, button, () => deliver(button, 'click', () => button.click()))
  }

  function onKey(event: KeyboardEvent) {
    const cross =
      event.key === 'Escape' && document.querySelector<HTMLElement>('dialog[open] > .dialog-buttons > a[href="?"]')
    if (cross) keepForReplay(event, cross, () => deliver(cross, 'click', () => cross.click()))
  }

  // React stops events on parts that are not hydrated yet. Such an event never reaches the element, so repeat it.
  function deliver(element: Element, type: string, repeat: () => void, tries = 200) {
    let isStopped = true
    element.addEventListener(type, () => (isStopped = false), { once: true })
    repeat()
    if (isStopped && tries > 0 && element.isConnected) setTimeout(deliver, 50, element, type, repeat, tries - 1)
  }

  function onChoice(event: Event) {
    const field = event.target
    if (!(field instanceof HTMLSelectElement)) return
    const { value } = field
    const choose = () => {
      for (const type of ['input', 'change']) {
        // The first event makes React hydrate the field, which resets its value.
        field.value = value
        field.dispatchEvent(new Event(type, { bubbles: true }))
      }
    }
    keepForReplay(event, field, () => deliver(field, 'change', choose))
  }

  // On Back, the browser changes only the URL, and React would hydrate this HTML as the page at that URL.
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
    // In a separate task: an event makes React hydrate a part at once, but not if it is sent within an effect.
    setTimeout(() => {
      for (const [element, repeat] of kept) if (element.isConnected) repeat()
    })
  }

  addEventListener('popstate', onPopState)
  addEventListener('click', onClick, true)
  addEventListener('keydown', onKey, true)
  for (const type of ['input', 'change']) addEventListener(type, onChoice, true)
  addEventListener(hydratedEvent, onAlive, { once: true })
}
