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
 * Decides whether the visitor may enter an area, before anything of it is loaded; who has not said their name is
 * given the texts of the page that asks for it.
 * @throws a redirect to the login page for who is not signed in, and to the second factor where that is missing; {AppError} FORBIDDEN for who may not enter
 */
export async function guardArea({ init, i18n }: AreaContext, permission: Permission, location: ParsedLocation) {
  const { viewer } = init
  if (!viewer) throw redirect({ to: '/login', search: { redirect: location.href }, statusCode: 302 })
  if ((viewer.needsSecondFactor || viewer.lacksRecoveryCodes) && permission === 'apps:manager')
    throw redirect({ to: '/login/second-factor', search: { redirect: location.href }, statusCode: 302 })
  if (!viewer.permissions.includes(permission)) throw new AppError('FORBIDDEN')
  const { needsOnboarding } = viewer
  const namespaces: Namespace[] = needsOnboarding ? ['onboarding'] : []
  await loadTexts(i18n, [{ context: { namespaces } }], false)
  return { viewer, needsOnboarding, namespaces }
}

/**
 * Sends who is signed in past the login pages: to `wished` if it is a page of ours, else to the role's home.
 * @throws a redirect
 */
export function skipLogin({ viewer }: AppInit, wished: string): void {
  if (!viewer) return
  throw redirect({ href: safeRedirectPath(wished) ?? homeOf(viewer), statusCode: 302 })
}

/** The first page of who has no other wish: an administrator's, with the second factor on the way to it. */
function homeOf({ permissions, needsSecondFactor }: Viewer): string {
  return needsSecondFactor || permissions.includes('apps:manager') ? '/manager/dashboard' : '/app'
}
