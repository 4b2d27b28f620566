import { createServerFn } from '@tanstack/react-start'
import { allowAnyone } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { tokenInput } from './not-me.schema.ts'
import * as links from './not-me.server.ts'

export const findNoticeLink = createServerFn({ method: 'GET' })
  .middleware([allowAnyone])
  .validator(validate(tokenInput))
  .handler(({ data, context }) => links.findNoticeLink(context.service, data))

/** Says that what a notice tells was done by somebody else. */
export const disownNotice = createServerFn({ method: 'POST' })
  .middleware([allowAnyone])
  .validator(validate(tokenInput))
  .handler(({ data, context }) => links.disownNotice(context.service, data))
