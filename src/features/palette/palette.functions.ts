import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { requireScopedPermission } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { validator } from '#lib/validator.ts'
import { findEverywhere as find } from './palette.server.ts'

/** Finds users and repositories by a search term. */
export const findEverywhere = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validator(z.object({ searchTerm: z.string() })))
  .handler(({ data, context }) => runSearch(context.service, data.searchTerm, (service) => find(service, data)))
