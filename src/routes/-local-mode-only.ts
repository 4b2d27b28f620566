import { notFound } from '@tanstack/react-router'
import type { AppInit } from '#shell/app-init.server.ts'

/** For the `beforeLoad` of pages for developers: elsewhere there is no such page. */
export function localModeOnly({ context }: { context: { init: AppInit } }): void {
  if (!context.init.environment.isLocal) throw notFound()
}
