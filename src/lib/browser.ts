import { AppError } from './app-error.ts'

const DEMO_REFUSAL = 'demo-mode-enabled'

/** Stores a value in a cookie for the server. On https, browsers send the cookie only over https. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

/** Returns a text of the browser's storage; null if it is missing, or if the browser blocks storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text in the browser, or removes it for null; does nothing if the browser blocks storage. */
export function writeStored(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // The browser blocks storage, which is not required.
  }
}

/** Makes the browser download a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Returns the text of a form field; empty for a missing field or a file. */
export function formText(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value : ''
}

/** Notifies listeners on this page that the demo refused a change. */
export function announceDemoRefusal(error: unknown): void {
  if (error instanceof AppError && error.code === 'DEMO_MODE_ENABLED') window.dispatchEvent(new Event(DEMO_REFUSAL))
}

/** Calls `listener` for each change that the demo refused. @returns a function that stops these calls */
export function onDemoRefusal(listener: () => void): () => void {
  window.addEventListener(DEMO_REFUSAL, listener)
  return () => window.removeEventListener(DEMO_REFUSAL, listener)
}
