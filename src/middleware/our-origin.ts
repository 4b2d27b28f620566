import { createIsomorphicFn } from '@tanstack/react-start'
import { environment } from '#env/environment.server.ts'

/** Whether an Origin header names this site. */
export const isOurOrigin: (origin: string) => boolean = createIsomorphicFn()
  .server((origin: string) => origin === environment().appUrl)
  .client(() => true)
