import { createIsomorphicFn } from '@tanstack/react-start'
import { currentRequest } from '#lib/request-context.server.ts'

const YEAR_SECONDS = 31_536_000
const COLLAPSED = /(?:^|;\s*)sidebar=collapsed(?:;|$)/

/** Whether this person keeps the sidebar narrow. In a cookie, so that the server draws it right at once. */
export const isSidebarCollapsed: () => boolean = createIsomorphicFn()
  .server(() => COLLAPSED.test(currentRequest().headers.get('cookie') ?? ''))
  .client(() => COLLAPSED.test(document.cookie))

export function rememberSidebar(isCollapsed: boolean): void {
  document.cookie = `sidebar=${isCollapsed ? 'collapsed' : 'open'}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
