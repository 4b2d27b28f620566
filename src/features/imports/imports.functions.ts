import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as imports from './imports.server.ts'
import { importMatchInput, importStartInput } from './imports.schema.ts'

const managing = createServerFn({ method: 'POST' }).middleware([requirePermission('apps:manager')])

// Each of these functions also requires the permission for the kind of import.
export const getImport = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validator(idInput))
  .handler(serve(imports.getImport))

export const matchImport = managing().validator(validator(importMatchInput)).handler(serve(imports.matchImport))

export const checkImport = managing().validator(validator(idInput)).handler(serve(imports.checkImport))

export const startImport = managing().validator(validator(importStartInput)).handler(serve(imports.startImport))
