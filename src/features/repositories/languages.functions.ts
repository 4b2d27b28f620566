import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { allowStale } from '#service/service-context.server.ts'
import * as languages from './languages.server.ts'
import { languagesInput } from './repositories.schema.ts'

export const listRepositoryLanguages = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validator(languagesInput))
  .handler(({ context }) => allowStale(context.service, languages.listRepositoryLanguages, undefined))
