import { AppError } from '#lib/app-error.ts'

/** Opens the login page, which leads back here afterwards, if an error says that the session has ended. */
export function leaveIfSignedOut(error: unknown): void {
  if (typeof window === 'undefined' || !(error instanceof AppError) || error.code !== 'UNAUTHORIZED') return
  const { pathname, search } = window.location
  if (pathname !== '/login') window.location.assign(`/login?${new URLSearchParams({ redirect: pathname + search })}`)
}
