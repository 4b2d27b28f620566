import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as favourites from './favourites.server.ts'
import { recordOpened } from './opened.server.ts'

const marking = createServerFn({ method: 'POST' }).middleware([requireScopedPermission('repository:read')])

export const addFavourite = marking().validator(validator(idInput)).handler(serve(favourites.addFavourite))

export const removeFavourite = marking().validator(validator(idInput)).handler(serve(favourites.removeFavourite))

/** Records that the viewer opened a repository, so that the home page can list it. */
export const recordOpenedRepository = marking().validator(validator(idInput)).handler(serve(recordOpened))
