import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { idField } from './id-field.ts'

const id = idField.check()
z.globalRegistry.add(id, { format: 'uuid' })
const ids = z.array(id).check(z.minLength(1), z.maxLength(appConfig.bulk.maxChosen))
z.globalRegistry.add(ids, { examples: [['0193e5a0-0000-4000-8000-0000000000ff']] })

/** Creates the schema of a selection: some rows of a list by their IDs, or all that match a filter. */
export function rowSelection<Filter extends z.ZodMiniType>(filter: Filter) {
  return z.union([z.strictObject({ ids }), z.strictObject({ filter })])
}
