import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as favourites from './favourites.server.ts'
import { recordOpened } from './opened.server.ts'

export const addFavourite = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => favourites.addFavourite(context.service, data))

export const removeFavourite = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => favourites.removeFavourite(context.service, data))

/** Records that the viewer opened a repository, so that the home page can list it. */
export const recordOpenedRepository = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => recordOpened(context.service, data))
