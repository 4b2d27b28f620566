import { createServerFn } from '@tanstack/react-start'
import * as z from 'zod/mini'
import { requireScopedPermission } from '#auth/guards.ts'
import { idField } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as favourites from './favourites.server.ts'
import { noteOpened } from './opened.server.ts'

const repositoryId = z.object({ id: idField })

export const addFavourite = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(repositoryId))
  .handler(({ data, context }) => favourites.addFavourite(context.service, data))

export const removeFavourite = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(repositoryId))
  .handler(({ data, context }) => favourites.removeFavourite(context.service, data))

/** Keeps, for the home page, that the viewer opened a repository. */
export const rememberOpened = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('repository:read')])
  .validator(validate(repositoryId))
  .handler(({ data, context }) => noteOpened(context.service, data))
