import { AppError } from './app-error.ts'

const DEMO_REFUSAL = 'demo-mode-enabled'

/** Keeps a value in this browser for the server to read; over https alone where the page came that way. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

/** Has the browser save a file as it saves a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The text that is typed into a field of a form; a missing field is empty, and so is a file. */
export function formText(form: HTMLFormElement, field: string): string {
  const value = new FormData(form).get(field)
  return typeof value === 'string' ? value : ''
}

/** Tells whoever listens on this page when a change failed because this is a demo. */
export function announceDemoRefusal(error: unknown): void {
  if (error instanceof AppError && error.code === 'DEMO_MODE_ENABLED') window.dispatchEvent(new Event(DEMO_REFUSAL))
}

/** Calls back for every change that the demo refused. @returns what ends it */
export function onDemoRefusal(tell: () => void): () => void {
  window.addEventListener(DEMO_REFUSAL, tell)
  return () => window.removeEventListener(DEMO_REFUSAL, tell)
}
