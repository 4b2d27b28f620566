import { notFound } from '@tanstack/react-router'
import type { AppInit } from '#shell/app-init.server.ts'

/** Lets a page for developers be there in local mode only; for its `beforeLoad`. @throws not found */
export function localModeOnly({ context }: { context: { init: AppInit } }): void {
  if (!context.init.environment.isLocal) throw notFound()
}
