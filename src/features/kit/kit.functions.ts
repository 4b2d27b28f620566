import { createServerFn } from '@tanstack/react-start'
import { requireLocalMode } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { countriesInput, sampleFields } from './kit.schema.ts'
import { listCountries as list } from './kit.server.ts'

/** Lists countries in the viewer's language, as an example of choices that a field loads page by page. */
export const listCountries = createServerFn({ method: 'GET' })
  .middleware([requireLocalMode])
  .validator(validator(countriesInput))
  .handler(({ data }) => list(currentRequest().language, data))

/** Checks the form with a field of each kind, and returns the parsed values. */
export const checkSample = createServerFn({ method: 'POST' })
  .middleware([requireLocalMode])
  .validator(validator(sampleFields))
  .handler(({ data: { file, ...fields } }) => ({ ...fields, file: file?.name ?? null }))
