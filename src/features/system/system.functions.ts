import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { findLimitsOf } from './spent-limits.server.ts'
import * as actions from './system-actions.server.ts'
import { addressInput, jobInput, limitInput } from './system.schema.ts'
import { readSystem } from './system.server.ts'

export const getSystem = createServerFn({ method: 'GET' })
  .middleware([requirePermission('system:read')])
  .handler(({ context }) => readSystem(context.service))

/** Reads the rate limits of an email address. By POST, because a GET would put the address into the URL, which proxies log. */
export const checkAddress = createServerFn({ method: 'POST' })
  .middleware([requirePermission('system:manage')])
  .validator(validate(addressInput))
  .handler(({ data, context }) => findLimitsOf(context.service, data))

export const liftLimitsOf = createServerFn({ method: 'POST' })
  .middleware([requirePermission('system:manage')])
  .validator(validate(addressInput))
  .handler(({ data, context }) => actions.liftLimitsOf(context.service, data))

export const liftLimit = createServerFn({ method: 'POST' })
  .middleware([requirePermission('system:manage')])
  .validator(validate(limitInput))
  .handler(({ data, context }) => actions.liftLimit(context.service, data))

export const retryDeadJob = createServerFn({ method: 'POST' })
  .middleware([requirePermission('system:manage')])
  .validator(validate(jobInput))
  .handler(({ data, context }) => actions.retryDeadJob(context.service, data))

export const dropDeadJob = createServerFn({ method: 'POST' })
  .middleware([requirePermission('system:manage')])
  .validator(validate(jobInput))
  .handler(({ data, context }) => actions.dropDeadJob(context.service, data))
