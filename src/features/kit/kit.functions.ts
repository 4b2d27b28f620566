import { createServerFn } from '@tanstack/react-start'
import { requireLocalMode } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { countriesInput, sampleFields } from './kit.schema.ts'
import { listCountries as list } from './kit.server.ts'

/** Lists countries in the viewer's language, as an example of choices that a field loads page by page. */
export const listCountries = createServerFn({ method: 'GET' })
  .middleware([requireLocalMode])
  .validator(validate(countriesInput))
  .handler(({ data }) => list(currentRequest().language, data))

/** Checks the form with a field of each kind, and returns the parsed values. */
export const checkSample = createServerFn({ method: 'POST' })
  .middleware([requireLocalMode])
  .validator(validate(sampleFields))
  .handler(({ data: { file, ...fields } }) => ({ ...fields, file: file?.name ?? null }))
