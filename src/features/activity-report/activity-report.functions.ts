import { createServerFn } from '@tanstack/react-start'
import { allowAnyone, serve } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { tokenInput } from './activity-report.schema.ts'
import * as links from './activity-report.server.ts'

export const findNoticeLink = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .validator(validator(tokenInput))
  .handler(serve(links.findNoticeLink))

/** Reports that someone other than the user made the change that a notice is about, and secures the account. */
export const reportActivity = createServerFn({ method: 'POST' })
  .middleware([allowAnyone])
  .validator(validator(tokenInput))
  .handler(serve(links.reportActivity))
