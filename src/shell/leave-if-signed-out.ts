import { AppError } from '#lib/app-error.ts'

/** Opens the login page if an error says that the session has ended. After sign-in, the current page opens again. */
export function leaveIfSignedOut(error: unknown): void {
  if (typeof window === 'undefined' || !(error instanceof AppError) || error.code !== 'UNAUTHORIZED') return
  const { pathname, search } = window.location
  if (pathname !== '/login') window.location.assign(`/login?${new URLSearchParams({ redirect: pathname + search })}`)
}
