import { AppError } from '#lib/app-error.ts'

/** Goes to the login page, and back here afterwards, when a failure says that the session ended elsewhere meanwhile. */
export function leaveIfSignedOut(error: unknown): void {
  if (typeof window === 'undefined' || !(error instanceof AppError) || error.code !== 'UNAUTHORIZED') return
  const { pathname, search } = window.location
  if (pathname !== '/login') window.location.assign(`/login?${new URLSearchParams({ redirect: pathname + search })}`)
}
