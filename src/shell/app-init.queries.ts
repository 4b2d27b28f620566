import { queryOptions } from '@tanstack/react-query'
import { loadAppInit } from './load-app-init.ts'

/** What the server decided about this visitor; asked once, and again after whatever changes it. */
export const appInitQuery = queryOptions({ queryKey: ['app-init'], queryFn: () => loadAppInit() })
