import * as z from 'zod/mini'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField } from '#lib/id-field.ts'
import { visibleNameField } from '#lib/name-field.ts'
import { savedViewsConfig } from './saved-views.config.ts'

const message = (key: MessageKeyOf<'saved-views'>) => ({ error: key, abort: true })

/** The field of the forms that save and rename a view. */
export const viewFields = z.object({ name: visibleNameField(message, savedViewsConfig.nameMaxLength) })

export const viewRenameInput = z.extend(viewFields, { id: idField })

/** A saved view, with the URL parameters of the link to it. */
export interface ViewRow {
  id: string
  name: string
  /** The list's URL parameters that differ from their defaults. */
  search: Record<string, string>
}
