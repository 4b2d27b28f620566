import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { Viewer } from '#auth/current-session.server.ts'
import type { i18n } from 'i18next'
import type { Permission } from '#auth/permissions.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { loadTexts } from '#i18n/translator.ts'
import { AppError } from '#lib/app-error.ts'
import { safeRedirectPath } from '#lib/safe-redirect.ts'
import type { AppInit } from './app-init.server.ts'

interface AreaContext {
  init: AppInit
  i18n: i18n
}

/**
 * Checks whether the visitor may enter an area before its data is loaded. Loads the texts of the onboarding page for users
 * without a name.
 * @throws a redirect to the sign-in, or to the page for a missing second factor; {AppError} FORBIDDEN without the permission
 */
export async function guardArea({ init, i18n }: AreaContext, permission: Permission, location: ParsedLocation) {
  const { viewer } = init
  if (!viewer) throw redirect({ to: '/login', search: { redirect: location.href }, statusCode: 302 })
  if ((viewer.needsSecondFactor || viewer.lacksRecoveryCodes) && permission === 'apps:manager')
    throw redirect({ to: '/login/second-factor', search: { redirect: location.href }, statusCode: 302 })
  if (!viewer.permissions.includes(permission)) throw new AppError('FORBIDDEN')
  const { needsOnboarding } = viewer
  const namespaces: Namespace[] = needsOnboarding ? ['onboarding'] : []
  await loadTexts(i18n, [{ context: { namespaces } }], location)
  return { viewer, needsOnboarding, namespaces }
}

/**
 * Redirects signed-in users from the login pages: to `requestedPath` if it is a page of this site, otherwise to their start page.
 * @throws a redirect
 */
export function redirectSignedIn({ viewer }: AppInit, requestedPath: string): void {
  if (!viewer) return
  throw redirect({ href: safeRedirectPath(requestedPath) ?? homePathOf(viewer), statusCode: 302 })
}

/** Returns the start page of a user. From there `guardArea` redirects administrators whose second factor is missing. */
function homePathOf({ permissions, needsSecondFactor }: Viewer): string {
  return needsSecondFactor || permissions.includes('apps:manager') ? '/manager/dashboard' : '/app'
}
