import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { idField } from '#lib/id-field.ts'
import type { MarkdownNode } from '#lib/markdown-tree.ts'
import { isVisibleText } from '#lib/spoofing.ts'
import { isWebAddress, withScheme } from '#lib/web-address.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import type { MarksInUrl } from './marks.ts' // of repositories alone
import { areSlugs, topicsIn, withoutTwins } from './topics.ts' // of repositories alone

const message = (key: MessageKeyOf<'repositories'>) => ({ error: key, abort: true })
const { nameMaxLength, linkMinLength, linkMaxLength, descriptionMaxLength } = appConfig.repository
const { languageMaxLength, mostTopics } = appConfig.repository // of repositories alone

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
    z.refine((text) => !/[\0\p{Cs}]/u.test(text), message('descriptionInvalid')),
  ),
  // of repositories alone, from here
  language: z.string().check(
    z.trim(),
    z.maxLength(languageMaxLength, message('languageTooLong')),
    z.refine((text) => text === '' || isVisibleText(text), message('languageInvalid')),
  ),
  topics: z.string().check(
    z.overwrite(withoutTwins),
    z.refine(areSlugs, message('topicsInvalid')),
    z.refine((text) => topicsIn(text).length <= mostTopics, message('topicsTooMany')),
  ),
  // of repositories alone, to here
})

export type RepositoryFields = z.infer<typeof repositoryFields>

export const SORTS = ['newest', 'name'] as const
export type RepositorySort = (typeof SORTS)[number]

/** The term and the order of the list, as the URL of its page has them. */
export interface RepositoriesSearch extends MarksInUrl {
  searchTerm: string
  sort: RepositorySort
  // of repositories alone, from here
  /** Empty for all topics. */
  topic: string
  /** Empty for all languages. */
  language: string
  // of repositories alone, to here
  // of owned rows, from here
  /** The organization whose they are, for administrators; empty for everybody's. */
  organization: string
  // of owned rows, to here
  /** The cursor behind which the list begins; empty for its beginning. */
  after: string
}

// of owned rows, from here
/** From where repositories are asked for, which says whose they are; see `requireScopedPermission`. */
const askedOwner = {
  /** Absent for those of one's active organization, or everybody's where none is. */
  area: z.optional(z.literal('manager')),
  /** In the administrators' area, whose they are; in the other, whose the page says they are: empty for everybody's. */
  organization: z.optional(z.union([z.literal(''), idField])),
}
// of owned rows, to here

/** The filters of the list; an empty one, or none, lets all through. */
export const repositoryFilter = z.object({
  searchTerm: z.string(),
  // of repositories alone, from here
  topic: z.optional(z.string()),
  language: z.optional(z.string()),
  /** The names of marks that the viewer has set, with commas between. */
  marks: z.optional(z.string()),
  // of repositories alone, to here
  ...askedOwner, // of owned rows
})

export type RepositoryFilter = z.infer<typeof repositoryFilter>

/** The input of a page of the list; the cursor is from the page before, null for the first page. */
export const repositoryListInput = z.extend(repositoryFilter, {
  sort: z.enum(SORTS),
  cursor: z.nullable(z.string()),
})

// of repositories alone, from here
/** Some repositories by their ids, or all that a filter fits. */
export const manyRepositoriesInput = z.object({
  selection: z.union([
    z.object({ ids: z.array(idField).check(z.minLength(1), z.maxLength(appConfig.bulk.mostChosen)) }),
    z.object({ filter: repositoryFilter }),
  ]),
})

/** The input of an export, as the address of its link has it: the list's, and whether old spreadsheets are told that it is UTF-8. */
export const repositoryExportInput = z.object({
  ...repositoryFilter.shape,
  searchTerm: z._default(z.string(), ''),
  sort: z._default(z.enum(SORTS), 'newest'),
  bom: z.optional(z.literal('1')),
})
export type RepositoryExportInput = z.infer<typeof repositoryExportInput>

/** The input of what stands beside a repository in a list. */
export const neighboursInput = z.extend(repositoryFilter, { id: idField, sort: z.enum(SORTS) })

export type NeighboursInput = z.infer<typeof neighboursInput>
// of repositories alone, to here

export type RepositoryListInput = z.infer<typeof repositoryListInput>

/** The input of a new repository. */
export const newRepositoryInput = z.object({
  ...repositoryFields.shape,
  ...askedOwner, // of owned rows
})

// of repositories alone, from here
/** The input of the languages there are. */
export const languagesInput = z.object(askedOwner)
// of repositories alone, to here

// of owned rows, from here
/** The owner whose rows a page is about, as the page sends it along. */
export interface AskedOwner {
  area?: 'manager' | undefined
  organization?: string | undefined
}

/** A list as a page of an area shows it. */
export type ShownRepositories = RepositoriesSearch & AskedOwner
// of owned rows, to here

export const repositoryIdInput = z.object({ id: idField })
export const repositoryUpdateInput = z.extend(repositoryFields, { id: idField })

/** One repository in a list. */
export interface RepositoryRow {
  id: string
  name: string
  link: string
  // of repositories alone, from here
  /** Null for none. */
  language: string | null
  /** Slugs with a space between; null for none. */
  topics: string | null
  /** What the viewer has marked it with, of all marks that there are. */
  marks: Record<string, boolean>
  // of repositories alone, to here
  /** ISO 8601 */
  createdAt: string
}

// of repositories alone, from here
/** One repository in a file, or as programs list it: without what is the viewer's own, with what pages show of one alone. */
export type ListedRepository = Omit<RepositoryRow, 'marks'> & Pick<RepositoryDetail, 'description'>
// of repositories alone, to here

export interface RepositoryDetail extends RepositoryRow {
  /** Null for none. */
  description: string | null
  /** The description as it is shown. */
  descriptionNodes: MarkdownNode[]
  /** ISO 8601 */
  updatedAt: string
  /** Who added it, as long as they are here. */
  createdBy: { id: string; name: string } | null
  // of owned rows, from here
  /** Whose it is; null for everybody's. */
  organization: { id: string; name: string } | null
  // of owned rows, to here
}
