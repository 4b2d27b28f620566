import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as imports from './imports.server.ts'
import { importMatchInput, importStartInput } from './imports.schema.ts'

// Each of these functions also requires the permission for the kind of import.
export const getImport = createServerFn({ method: 'GET' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(idInput))
  .handler(({ data, context }) => imports.getImport(context.service, data))

export const matchImport = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(importMatchInput))
  .handler(({ data, context }) => imports.matchImport(context.service, data))

export const checkImport = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(idInput))
  .handler(({ data, context }) => imports.checkImport(context.service, data))

export const startImport = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(importStartInput))
  .handler(({ data, context }) => imports.startImport(context.service, data))

export const undoImport = createServerFn({ method: 'POST' })
  .middleware([requirePermission('apps:manager')])
  .validator(validate(idInput))
  .handler(({ data, context }) => imports.undoImport(context.service, data))
