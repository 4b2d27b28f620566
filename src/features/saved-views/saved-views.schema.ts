import * as z from 'zod/mini'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField } from '#lib/id-field.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { VIEW_LISTS } from './view-parameters.ts'
import { savedViewsConfig } from './saved-views.config.ts'

const message = (key: MessageKeyOf<'views'>) => ({ error: key, abort: true })
const PARAMETER_MAX_LENGTH = 2_000
/** What the database cannot keep. */
const UNKEPT = /\0|\p{Cs}/u

const name = z
  .string(message('nameRequired'))
  .check(
    z.trim(),
    z.minLength(1, message('nameRequired')),
    z.maxLength(savedViewsConfig.nameMaxLength, message('nameTooLong')),
    z.refine(isVisibleText, message('nameInvalid')),
  )
const parameter = z.string().check(
  z.maxLength(PARAMETER_MAX_LENGTH),
  z.refine((value) => !UNKEPT.test(value)),
)

/** The field of the forms that save and rename a view. */
export const viewFields = z.object({ name })

/** The list whose views are asked for. */
export const viewListInput = z.object({ list: z.enum(VIEW_LISTS) })

/** The input of a new view; parameters that its list does not know are not kept. */
export const newViewInput = z.extend(viewFields, {
  list: z.enum(VIEW_LISTS),
  search: z.record(z.string(), parameter),
})
export type NewViewInput = z.infer<typeof newViewInput>

export const viewIdInput = z.object({ id: idField })
export const viewRenameInput = z.extend(viewFields, { id: idField })

/** A view, as its list links to it. */
export interface ViewRow {
  id: string
  name: string
  /** The parameters of its list that are other than they are anyway. */
  search: Record<string, string>
}
