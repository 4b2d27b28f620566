import { catch as otherwise } from 'zod/mini'
import * as z from 'zod/mini'
import { choiceField } from '#lib/form-fields.ts'
import { isVisibleText } from '#lib/text-safety.ts'
import type { ValidationKey } from '#lib/validation-message.ts'
import { STATUSES } from './notes.choices.ts'
import { notesConfig } from './notes.config.ts'

const { textMaxLength, longTextMaxLength } = notesConfig
/** Ends the validation of a field at a failed rule, because a later rule's message would replace this rule's message. */
const STOP = { abort: true }
const INVALID = { error: 'validation.invalid' satisfies ValidationKey, abort: true }

/** The fields of a note, as a form submits them. */
export const noteFields = z.object({
  headline: z
    .string()
    .check(z.trim(), z.minLength(1, STOP), z.maxLength(textMaxLength, STOP), z.refine(isVisibleText, INVALID)),
  status: choiceField(STATUSES),
  body: z.string().check(z.trim(), z.maxLength(longTextMaxLength, STOP), z.refine(isKeepable, INVALID)),
})
/** The fields in their stored form. */
export type NoteFields = z.output<typeof noteFields>
/** The fields as texts, as in a form. */
export type NoteTexts = z.input<typeof noteFields>

/** The filters of the list besides its search, as in its URL; an empty or invalid filter matches all. */
export const noteFilters = z.object({
  status: otherwise(z.enum(['', ...STATUSES]), ''),
})
export type NoteFilters = z.output<typeof noteFilters>

/** A row in a list. */
export interface NoteRow {
  id: string
  headline: string
  status: (typeof STATUSES)[number]
  /** ISO 8601 */
  createdAt: string
}

/** A row on its page. */
export interface NoteDetail extends NoteRow {
  body: string | null
  /** ISO 8601 */
  updatedAt: string
  /** The user who added it; null if they were deleted. */
  createdBy: { id: string; name: string } | null
}

function isKeepable(text: string): boolean {
  return !/[\0\p{Cs}]/u.test(text)
}
