import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { TruncatedAddress, TruncatedText } from '#ui/truncated-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceChip } from '#ui/filter-chip.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { ListToolbar } from '#ui/list-tools.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { CountBesideTitle } from '#ui/total.tsx'
import { useRowControls } from '#ui/use-list-choices.ts'
import { LanguageFilter } from '../components/language-field.tsx'
import { markColumns, MarkFilters, markFilters, type PageMark } from '../components/marks.tsx'
import { RepositoryForm } from '../components/repository-form.tsx'
import { FirstTopics, TopicFilter } from '../components/topics.tsx'
import { useRepositoryMutations } from '../repositories.mutations.ts'
import { pickFilters, repositoryCountQuery, repositoryListQuery } from '../repositories.queries.ts'
import {
  type RequestedOwner,
  SORTS,
  type RepositoriesSearch,
  type RepositoryFilter,
  type RepositoryRow,
} from '../repositories.schema.ts'

/** The dialog that adds a repository, which a URL parameter opens. */
interface CreationDialog {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onCreated: (id: string) => Promise<void>
}

const loadManyRepositories = () => import('../components/many-repositories.tsx')

interface RepositoriesPageProps {
  area: 'app' | 'manager'
  /** Renders the header of the organization's pages with the page's main action; absent for shared rows. */
  renderHead?: (action: ReactNode) => ReactNode
  search: RepositoriesSearch & RepositoryFilter
  /** Absent for viewers who cannot add repositories. */
  creation?: CreationDialog | undefined
  owner: RequestedOwner
  /** The filter by owner, in the administrators' area. */
  ownerFilter?: ReactNode
  /** The marks that the viewer can set. */
  marks: PageMark[]
  /** The tools that features add to the list. */
  tools: ReactNode
  /** Called when the link of a row's repository was opened. */
  onOpenLink: (id: string) => void
  /** Whether rows can be selected for deletion. */
  canDelete: boolean
}

/** The list of repositories, in the users' and the administrators' area, with a dialog that adds one. */
export function RepositoriesPage({
  area,
  renderHead,
  search,
  creation,
  owner,
  ownerFilter,
  canDelete,
  marks,
  onOpenLink,
  tools,
}: RepositoriesPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { searchTerm, sort, after } = search
  const { topic, language, organization } = search
  const filters = {
    topic,
    language,
    ...markFilters(marks, search),
    organization: search.organization,
  }
  const query = useInfiniteQuery(repositoryListQuery(search))
  const { data: total } = useQuery(repositoryCountQuery(search))
  const { create } = useRepositoryMutations(owner)
  const room = useRepositoriesRoom(owner, creation?.isOpen ?? false)
  const { choices, selection, menu, closeMenu, Part } = useRowControls({
    scope: JSON.stringify(pickFilters(search)),
    nameOf: ({ name }: RepositoryRow) => name,
    namespaces: ['bulk'],
    load: loadManyRepositories,
  })
  const newButton = creation && (
    <DialogButton dialog="new" variant="primary" onOpen={creation.onOpen}>
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </DialogButton>
  )

  const toolbar = (
    <ListToolbar searchTerm={searchTerm} isPending={query.isPlaceholderData} filters={filters} tools={tools}>
      <TopicFilter topic={topic} />
      <MarkFilters marks={marks} search={search} />
      {ownerFilter}
      <LanguageFilter language={language} owner={{ area: search.area, organization }} />
      <div className="below-640">
        <ChoiceChip
          name="sort"
          label={t('common:sortBy')}
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          isOrder
        />
      </div>
    </ListToolbar>
  )

  return (
    <div className="list-page">
      {renderHead ? (
        <>
          {renderHead(newButton)}
          <div className="header-tools my-6">{toolbar}</div>
        </>
      ) : (
        <PageHeader title={t('title')} count={<CountBesideTitle total={total} />} action={newButton} tools={toolbar} />
      )}
      <DataList
        label={t('title')}
        query={query}
        columns={[
          ...columnsFor({
            area,
            t,
            state: { repositories: { ...pickFilters(search), sort } },
            onOpenLink,
          }),
          ...markColumns(marks),
        ]}
        keyOf={(row) => row.id}
        search={{
          searchTerm,
          filters,
          sort,
          after,
        }}
        emptyHint={t('emptyHint')}
        emptyAction={newButton}
        total={total}
        {...(canDelete && { choices })}
      />
      {Part && selection && (
        <Part filter={pickFilters(search)} selection={selection} total={total} menu={menu} onMenuClose={closeMenu} />
      )}
      {creation && (
        <Dialog isOpen={creation.isOpen} onClose={creation.onClose} title={t('new')} worksWithoutJavaScript>
          <RoomLimit {...room} onClose={creation.onClose}>
            <RepositoryForm
              plain={{
                intent: 'create-repository',
                ...owner,
              }}
              owner={owner}
              submitLabel={t('create')}
              onCancel={creation.onClose}
              onSave={async (fields) => creation.onCreated((await create(fields)).id)}
            />
          </RoomLimit>
        </Dialog>
      )}
    </div>
  )
}

interface RowsContext {
  area: 'app' | 'manager'
  t: ReturnType<typeof useTranslation<['repositories', 'common']>>['t']
  /** The browser's history state for the page of a row, with the filters and order of this list. */
  state: HistoryState
  onOpenLink: (id: string) => void
}

function columnsFor({ area, t, state, onOpenLink }: RowsContext): Column<RepositoryRow>[] {
  const to = area === 'app' ? '/app/repositories/$id' : '/manager/repositories/$id'
  return [
    {
      name: 'name',
      header: t('repositories:name'),
      width: '26%',
      order: { sort: 'name', direction: 'ascending' },
      cell: ({ id, name, topics }) => (
        <>
          <RowLink to={to} id={id} state={state}>
            <TruncatedText>{name}</TruncatedText>
          </RowLink>
          <FirstTopics topics={topics} />
        </>
      ),
    },
    {
      name: 'link',
      header: t('repositories:link'),
      cell: ({ id, name, link }) => (
        <>
          <TruncatedAddress>{link}</TruncatedAddress>
          {/* The icon link to the repository itself. The style sheet draws its icon, and puts it above the link of the row. */}
          <a
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={t('repositories:openNamed', { name })}
            className="open"
            onClick={() => onOpenLink(id)}
            onAuxClick={() => onOpenLink(id)}
          />
        </>
      ),
    },
    {
      name: 'language',
      header: t('repositories:language'),
      width: 'max(136px, 17cqi)',
      shownFrom: 640,
      cell: ({ language }) => language !== null && <TruncatedText>{language}</TruncatedText>,
    },
    timeColumn({
      name: 'created',
      header: t('repositories:created'),
      shownFrom: 640,
      order: { sort: 'newest', direction: 'descending' },
      at: ({ createdAt }) => createdAt,
    }),
  ]
}

/** Returns the number of the organization's repositories and their maximum. The number is undefined for shared repositories. */
function useRepositoriesRoom(owner: RequestedOwner, isAsked: boolean) {
  const { data: used } = useQuery({
    ...repositoryCountQuery({ ...owner, searchTerm: '' }),
    enabled: isAsked && Boolean(owner.organization),
  })
  return { used, most: appConfig.repository.maxPerOrganization }
}
