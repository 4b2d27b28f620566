import { AppError } from './app-error.ts'

const SIGNAL = 'demo-mode-enabled'

/** In the browser: tells whoever listens when a change failed because this is a demo. Passes every failure on. */
export function announceDemoRefusal(error: unknown): void {
  if (error instanceof AppError && error.code === 'DEMO_MODE_ENABLED') window.dispatchEvent(new Event(SIGNAL))
}

/** Calls back for every change that the demo refused. @returns what ends it */
export function onDemoRefusal(tell: () => void): () => void {
  window.addEventListener(SIGNAL, tell)
  return () => window.removeEventListener(SIGNAL, tell)
}
