import { createServerFn } from '@tanstack/react-start'
import { requireLocalMode } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { countriesInput, sampleFields } from './kit.schema.ts'
import { listCountries as list } from './kit.server.ts'

/** Lists countries, which stand for another table, in the language of who asks. */
export const listCountries = createServerFn({ method: 'GET' })
  .middleware([requireLocalMode])
  .validator(validate(countriesInput))
  .handler(({ data }) => list(currentRequest().language, data))

/** Checks the form with a field of each kind, and answers what it was understood as. */
export const checkSample = createServerFn({ method: 'POST' })
  .middleware([requireLocalMode])
  .validator(validate(sampleFields))
  .handler(({ data: { file, ...fields } }) => ({ ...fields, file: file?.name ?? null }))
