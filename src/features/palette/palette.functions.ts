import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { findEverywhere as find } from './palette.server.ts'

/** Finds people and repositories by a search term. */
export const findEverywhere = createServerFn({ method: 'GET' })
  .middleware([requirePermission('repository:read')])
  .validator(validate(z.object({ searchTerm: z.string() })))
  .handler(({ data, context }) => find(context.service, data))
