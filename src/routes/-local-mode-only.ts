import { notFound } from '@tanstack/react-router'
import type { AppInit } from '#shell/app-init.server.ts'

/** Limits a page for developers to local mode; used as its `beforeLoad`. @throws not found in all other modes */
export function requireLocalMode({ context }: { context: { init: AppInit } }): void {
  if (!context.init.environment.isLocal) throw notFound()
}
