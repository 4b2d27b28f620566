import { writeCookie } from '#lib/write-cookie.ts'

/** The cookie that keeps the sidebar as the person left it. */
export const SIDEBAR_COOKIE = 'sidebar'

const YEAR_SECONDS = 31_536_000

/** Keeps whether the sidebar is folded, for the server to render it so. */
export function rememberSidebar(isCollapsed: boolean): void {
  writeCookie(SIDEBAR_COOKIE, isCollapsed ? 'collapsed' : 'open', YEAR_SECONDS)
}
