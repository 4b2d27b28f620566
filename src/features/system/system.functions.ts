import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import * as limits from './exhausted-limits.server.ts'
import * as jobs from './system-jobs.server.ts'
import { addressInput, jobInput, limitInput } from './system.schema.ts'
import { readSystem } from './system.server.ts'

const managing = createServerFn({ method: 'POST' }).middleware([requirePermission('system:manage')])

export const getSystem = createServerFn({ method: 'GET' })
  .middleware([requirePermission('system:read')])
  .handler(({ context }) => readSystem(context.service))

/** Reads the rate limits of an email address. By POST, because a GET would put the address into the URL, which proxies log. */
export const checkAddress = managing().validator(validator(addressInput)).handler(serve(limits.findLimitsOf))

export const liftLimitsOf = managing().validator(validator(addressInput)).handler(serve(limits.liftLimitsOf))

export const liftLimit = managing().validator(validator(limitInput)).handler(serve(limits.liftLimit))

export const retryDeadJob = managing().validator(validator(jobInput)).handler(serve(jobs.retryDeadJob))

export const dropDeadJob = managing().validator(validator(jobInput)).handler(serve(jobs.dropDeadJob))
