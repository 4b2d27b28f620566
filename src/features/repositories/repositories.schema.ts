import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { idField } from '#lib/id-field.ts'
import type { MarkdownNode } from '#lib/markdown-tree.ts'
import { visibleNameField } from '#lib/name-field.ts'
import { rowSelection } from '#lib/row-selection.ts'
import { isVisibleText } from '#lib/text-safety.ts'
import { isWebAddress, withScheme } from '#lib/web-address.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import type { MarksInUrl } from './marks.ts'
import { areValidTopics, parseTopics, normalizeTopics } from './topics.ts'

const message = (key: MessageKeyOf<'repositories'>) => ({ error: key, abort: true })
const { nameMaxLength, linkMinLength, linkMaxLength, descriptionMaxLength } = appConfig.repository
const { languageMaxLength, maxTopics } = appConfig.repository

/** The fields of a repository as a form submits them; the link is parsed to an http or https address. */
export const repositoryFields = z.object({
  name: visibleNameField(message, nameMaxLength),
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
    z.refine((text) => !/[\0\p{Cs}]/u.test(text), message('descriptionInvalid')),
  ),
  language: z.string().check(
    z.trim(),
    z.maxLength(languageMaxLength, message('languageTooLong')),
    z.refine((text) => text === '' || isVisibleText(text), message('languageInvalid')),
  ),
  topics: z.string().check(
    z.overwrite(normalizeTopics),
    z.refine(areValidTopics, message('topicsInvalid')),
    z.refine((text) => parseTopics(text).length <= maxTopics, message('topicsTooMany')),
  ),
})

export type RepositoryFields = z.infer<typeof repositoryFields>

export const SORTS = ['newest', 'name'] as const
export type RepositorySort = (typeof SORTS)[number]

/** The search parameters of the list's page. */
export interface RepositoriesSearch extends MarksInUrl {
  searchTerm: string
  sort: RepositorySort
  /** Empty for all topics. */
  topic: string
  /** Empty for all languages. */
  language: string
  /** The organization to filter by, for administrators; empty for shared repositories. */
  organization: string
  /** The cursor after which the list begins; empty for its beginning. */
  after: string
}

/** The area and the organization in a request, from which `requireScopedPermission` finds the owner of the requested rows. */
const askedOwner = {
  /** Absent in the users' area, where the owner is the active organization, or shared rows if no organization is active. */
  area: z.optional(z.literal('manager')),
  /** The owner that the administrator has chosen or, in the users' area, whose rows the page shows; empty for shared rows. */
  organization: z.optional(z.union([z.literal(''), idField])),
}

/** The filters of the list; an empty or absent filter matches all rows. */
export const repositoryFilter = z.object({
  searchTerm: z.string(),
  topic: z.optional(z.string()),
  language: z.optional(z.string()),
  /** Names of marks such as stars, separated by commas. The list then has only rows on which the viewer has set these marks. */
  marks: z.optional(z.string()),
  ...askedOwner,
})

export type RepositoryFilter = z.infer<typeof repositoryFilter>

/** The input of a page of the list; the cursor is from the previous page, null for the first page. */
export const repositoryListInput = z.extend(repositoryFilter, {
  sort: z.enum(SORTS),
  cursor: z.nullable(z.string()),
})

/** Some repositories by their IDs, or all that match a filter. */
export const manyRepositoriesInput = z.object({ selection: rowSelection(repositoryFilter) })

/** The input of a query for the neighbours of a repository in a list. */
export const neighboursInput = z.extend(repositoryFilter, { id: idField, sort: z.enum(SORTS) })

export type RepositoryNeighborsInput = z.infer<typeof neighboursInput>

export type RepositoryListInput = z.infer<typeof repositoryListInput>

/** The input of a new repository. */
export const newRepositoryInput = z.object({
  ...repositoryFields.shape,
  ...askedOwner,
})

/** The input of the query for the languages of an owner's repositories. */
export const languagesInput = z.object(askedOwner)

/** The owner whose rows a page requests. */
export interface RequestedOwner {
  area?: 'manager' | undefined
  organization?: string | undefined
}

/** The search parameters and the owner of the list on a page. */
export type ShownRepositories = RepositoriesSearch & RequestedOwner

export const repositoryUpdateInput = z.extend(repositoryFields, { id: idField, ...askedOwner })

/** The input of a call that deletes or restores a repository. */
export const repositoryIdInput = z.object({ id: idField, ...askedOwner })

/** A repository in a list. */
export interface RepositoryRow {
  id: string
  name: string
  link: string
  /** Null if not set. */
  language: string | null
  /** Slugs, separated by spaces; null if not set. */
  topics: string | null
  /** Whether the viewer has set each mark on the repository, by the mark's name. */
  marks: Record<string, boolean>
  /** ISO 8601 */
  createdAt: string
}

/**
 * A repository in an export or API list: without the viewer's marks, with the description.
 * @public features that an app can remove use it
 */
export type ListedRepository = Omit<RepositoryRow, 'marks'> & Pick<RepositoryDetail, 'description'>

/** The fields of a repository that lists return to API clients, but not to pages. */
export type ApiOnlyFields = Pick<RepositoryDetail, 'description' | 'updatedAt'> & {
  /** Null for a shared repository. */
  organizationId: string | null
}

export interface RepositoryDetail extends RepositoryRow {
  /** Null if not set. */
  description: string | null
  /** The description, parsed for display. */
  descriptionNodes: MarkdownNode[]
  /** ISO 8601 */
  updatedAt: string
  /** The user who added the repository; null if that user was deleted. */
  createdBy: { id: string; name: string } | null
  /** The owner of the repository; null for a shared repository. */
  organization: { id: string; name: string } | null
}
