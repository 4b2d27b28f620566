import * as z from 'zod/mini'
import { manifests, type CombinedField, type ListName } from '#features.ts'
import { viewFields } from './saved-views.schema.ts'

/** The lists that support saved views, from the manifests of their features. */
export const VIEW_LISTS = Object.assign({}, ...manifests.map(({ lists }) => lists)) as CombinedField<'lists'>

const MARKS = manifests.flatMap(({ personalMarks = {} }) => Object.entries(personalMarks))

/** Returns the URL parameters that views of a list can have: those of the list, and those of the marks on its rows. */
export function viewParameterNames(list: ListName): string[] {
  return [...VIEW_LISTS[list].parameters, ...MARKS.flatMap(([name, of]) => (of === list ? [name] : []))]
}

const PARAMETER_MAX_LENGTH = 2_000
/** Characters that PostgreSQL cannot store: NUL and lone surrogates. */
const UNSTORABLE_CHARACTERS = /\0|\p{Cs}/u

const listField = z.enum(Object.keys(VIEW_LISTS) as ListName[])
const parameterField = z.string().check(
  z.maxLength(PARAMETER_MAX_LENGTH),
  z.refine((value) => !UNSTORABLE_CHARACTERS.test(value)),
)

/** The list whose views are requested. */
export const viewListInput = z.object({ list: listField })

/** The input of a new view. It can contain any parameters; `saveView` drops those that the list does not have. */
export const newViewInput = z.extend(viewFields, { list: listField, search: z.record(z.string(), parameterField) })
export type NewViewInput = z.infer<typeof newViewInput>
