import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { Permission } from '#auth/permissions.ts'
import { AppError } from '#lib/app-error.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import type { AppInit } from './app-init.server.ts'

/**
 * Decides whether the visitor may enter an area, before anything of it is loaded.
 * @throws a redirect to the login page for who is not signed in; {AppError} FORBIDDEN for who may not enter
 */
export function guardArea(init: AppInit, permission: Permission, location: ParsedLocation) {
  const { viewer } = init
  if (!viewer) throw redirect({ to: '/login', search: { redirect: location.href }, statusCode: 302 })
  if (!viewer.permissions.includes(permission)) throw new AppError('FORBIDDEN')
  return { viewer, needsOnboarding: viewer.name === '' }
}

/**
 * Sends who is signed in past the login pages: to `wished` if it is a page of ours, else to the role's home.
 * @throws a redirect
 */
export function skipLogin({ viewer }: AppInit, wished: string): void {
  if (!viewer) return
  const home = viewer.permissions.includes('apps:manager') ? '/manager/dashboard' : '/app'
  throw redirect({ href: safeRedirectPath(wished) ?? home, statusCode: 302 })
}
