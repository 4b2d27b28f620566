import * as z from 'zod/mini'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField } from '#lib/id-field.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { savedViewsConfig } from './saved-views.config.ts'

const message = (key: MessageKeyOf<'views'>) => ({ error: key, abort: true })

const name = z
  .string(message('nameRequired'))
  .check(
    z.trim(),
    z.minLength(1, message('nameRequired')),
    z.maxLength(savedViewsConfig.nameMaxLength, message('nameTooLong')),
    z.refine(isVisibleText, message('nameInvalid')),
  )

/** The field of the forms that save and rename a view. */
export const viewFields = z.object({ name })

export const viewIdInput = z.object({ id: idField })
export const viewRenameInput = z.extend(viewFields, { id: idField })

/** A view, as its list links to it. */
export interface ViewRow {
  id: string
  name: string
  /** The parameters of its list that are other than they are anyway. */
  search: Record<string, string>
}
