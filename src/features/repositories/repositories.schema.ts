import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { idField } from '#lib/uuid.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { isWebAddress, withScheme } from '#lib/web-address.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'

const message = (key: MessageKeyOf<'repositories'>) => ({ error: key, abort: true })
const { nameMaxLength, linkMinLength, linkMaxLength, descriptionMaxLength } = appConfig.repository

/** The fields of a repository, as a form sends them; the link comes out as an http or https address. */
export const repositoryFields = z.object({
  name: z
    .string(message('nameRequired'))
    .check(
      z.trim(),
      z.minLength(1, message('nameRequired')),
      z.maxLength(nameMaxLength, message('nameTooLong')),
      z.refine(isVisibleText, message('nameInvalid')),
    ),
  link: z.string(message('linkRequired')).check(
    z.trim(),
    z.minLength(1, message('linkRequired')),
    z.minLength(linkMinLength, message('linkTooShort')),
    z.refine((link) => link.includes('.'), message('linkNoDot')),
    z.overwrite(withScheme),
    z.maxLength(linkMaxLength, message('linkTooLong')),
    z.refine(isWebAddress, message('linkInvalid')),
  ),
  description: z.string().check(
    z.trim(),
    z.maxLength(descriptionMaxLength, message('descriptionTooLong')),
    z.refine((text) => !text.includes('\0'), message('descriptionInvalid')),
  ),
})

export type RepositoryFields = z.infer<typeof repositoryFields>

export const SORTS = ['newest', 'name'] as const
export type RepositorySort = (typeof SORTS)[number]

/** The term and the order of the list, as the URL of its page has them. */
export interface RepositoriesSearch {
  searchTerm: string
  sort: RepositorySort
}

/** The input of the number of repositories. */
export const repositoryCountInput = z.object({ searchTerm: z.string() })

/** The input of a page of the list; the cursor is from the page before, null for the first page. */
export const repositoryListInput = z.extend(repositoryCountInput, {
  sort: z.enum(SORTS),
  cursor: z.nullable(z.string()),
})

export type RepositoryListInput = z.infer<typeof repositoryListInput>

export const repositoryIdInput = z.object({ id: idField })
export const repositoryUpdateInput = z.extend(repositoryFields, { id: idField })

/** One repository in a list. */
export interface RepositoryRow {
  id: string
  name: string
  link: string
  /** Null for none. */
  description: string | null
  /** ISO 8601 */
  createdAt: string
}

export interface RepositoryDetail extends RepositoryRow {
  /** ISO 8601 */
  updatedAt: string
  createdByName: string | null
}
