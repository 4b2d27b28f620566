import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router' // of repositories alone
import type { HistoryState } from '@tanstack/react-router' // of repositories alone
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react' // of owned rows
import { useTranslation } from 'react-i18next'
import { plainAddress } from '#lib/spoofing.ts'
import { buttonClasses } from '#ui/button.tsx' // of repositories alone
import { CutText } from '#ui/cut-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { Column } from '#ui/list-head.tsx'
import { ExportLink } from '#ui/export-link.tsx' // of repositories alone
import { ListTools } from '#ui/list-tools.tsx'
import type { RenderTools } from '#ui/list-tools.tsx' // of repositories alone
import { OpenLink } from '#ui/open-link.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Room } from '#ui/room.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Count } from '#ui/total.tsx'
import { useListChoices } from '#ui/use-list-choices.ts' // of repositories alone
import { LanguageFilter } from '../components/language-field.tsx' // of repositories alone
import { LanguageCell, LanguageHead, TopicFilter } from '../components/topics.tsx' // of repositories alone
import { markColumns, MarkFilters, markFilters, type PageMark } from '../components/marks.tsx' // of repositories alone
import { RepositoryForm } from '../components/repository-form.tsx'
import { useRepositoriesRoom } from '../components/use-repositories-room.ts' // of owned rows
import { useRepositoryMutations } from '../repositories.mutations.ts'
import { filterOf } from '../repositories.queries.ts' // of repositories alone
import { repositoryCountQuery, repositoryListQuery } from '../repositories.queries.ts'
import type { AskedOwner } from '../repositories.schema.ts' // of owned rows
import { SORTS, type RepositoriesSearch, type RepositoryFilter, type RepositoryRow } from '../repositories.schema.ts'

/** The dialog in which an administrator adds one, held open by the URL. */
interface Creation {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onCreated: (id: string) => Promise<void>
}

const loadManyRepositories = () => import('../components/many-repositories.tsx') // of repositories alone

interface RepositoriesPageProps {
  area: 'app' | 'manager'
  search: RepositoriesSearch & RepositoryFilter
  /** Holds what is shown in the URL. */
  onSearch: (changed: Partial<RepositoriesSearch>) => void
  /** Absent for who may add none. */
  creation?: Creation | undefined
  // of owned rows, from here
  owner: AskedOwner
  /** The choice of the owner, in the administrators' area. */
  renderOwnerFilter?: ((isLabelHidden: boolean) => ReactNode) | undefined
  // of owned rows, to here
  // of repositories alone, from here
  /** The marks that the viewer can set. */
  marks: PageMark[]
  renderTools: RenderTools | undefined
  /** The link of a row itself was opened. */
  onOpenLink: (id: string) => void
  /** Whether they can be chosen, to be deleted. */
  canDelete: boolean
  /** Whether there is a way for files of them, out and in. */
  hasFiles: boolean
  // of repositories alone, to here
}

/** The page of all repositories, alike in both areas; administrators can add one. */
export function RepositoriesPage({
  area,
  search,
  onSearch,
  creation,
  owner, // of owned rows
  renderOwnerFilter, // of owned rows
  canDelete, // of repositories alone
  hasFiles, // of repositories alone
  marks, // of repositories alone
  onOpenLink, // of repositories alone
  renderTools, // of repositories alone
}: RepositoriesPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { searchTerm, sort, after } = search
  const { topic, language, organization } = search // of repositories alone
  // of owned rows, from here
  const filters = {
    topic, // of repositories alone
    language, // of repositories alone
    ...markFilters(marks, search), // of repositories alone
    organization: search.organization,
  }
  // of owned rows, to here
  const query = useInfiniteQuery(repositoryListQuery(search))
  const { data: total } = useQuery(repositoryCountQuery(search))
  const { create } = useRepositoryMutations(
    owner, // of owned rows
  )
  const room = useRepositoriesRoom(owner, creation?.isOpen ?? false) // of owned rows
  // of repositories alone, from here
  const { choices, selection, menu, closeMenu, Part } = useListChoices({
    scope: JSON.stringify(filterOf(search)),
    nameOf: ({ name }: RepositoryRow) => name,
    namespaces: ['bulk'],
    load: loadManyRepositories,
  })
  // of repositories alone, to here
  const newButton = creation && (
    <DialogButton dialog="new" variant="primary" onOpen={creation.onOpen}>
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </DialogButton>
  )

  return (
    <div className="list-page">
      <PageHeader
        title={t('title')}
        count={<Count total={total} />}
        action={newButton}
        tools={
          <ListTools
            searchTerm={searchTerm}
            onSearch={(changed) => onSearch({ searchTerm: changed })}
            isPending={query.isPlaceholderData}
            filters={filters} // of owned rows
            renderTools={renderTools} // of repositories alone
            renderFields={(isInLine) => (
              <>
                {/* of repositories alone, from here */}
                <TopicFilter topic={topic} />
                <MarkFilters marks={marks} search={search} />
                {/* of repositories alone, to here */}
                {/* of owned rows, from here */}
                {renderOwnerFilter?.(isInLine)}
                {/* of owned rows, to here */}
                {/* of repositories alone, from here */}
                <LanguageFilter
                  language={language}
                  owner={{ area: search.area, organization }}
                  isLabelHidden={isInLine}
                  onChange={(changed) => onSearch({ language: changed })}
                />
                {/* of repositories alone, to here */}
                <div className="below-640">
                  <SelectField
                    name="sort"
                    label={t('common:sortBy')}
                    isLabelHidden={isInLine}
                    value={sort}
                    options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
                    onChange={(changed) => onSearch({ sort: changed })}
                  />
                </div>
                {/* of repositories alone, from here */}
                {hasFiles && (
                  <>
                    <ExportLink path="/manager/repositories/export" search={{ ...filterOf(search), sort }} />
                    {organization === '' && (
                      <Link to="/manager/repositories/import" className={buttonClasses()}>
                        {t('import')}
                      </Link>
                    )}
                  </>
                )}
                {/* of repositories alone, to here */}
              </>
            )}
          />
        }
      />
      <DataList
        label={t('title')}
        query={query}
        columns={[
          ...columnsFor({
            area,
            t,
            state: { repositories: { ...filterOf(search), sort } }, // of repositories alone
            onOpenLink, // of repositories alone
          }),
          ...markColumns(marks), // of repositories alone
        ]}
        keyOf={(row) => row.id}
        search={{
          searchTerm,
          filters, // of owned rows
          sort,
          after,
        }}
        emptyAction={newButton}
        total={total}
        {...(canDelete && { choices })} // of repositories alone
      />
      {/* of repositories alone, from here */}
      {Part && selection && (
        <Part filter={filterOf(search)} selection={selection} total={total} menu={menu} onMenuClose={closeMenu} />
      )}
      {/* of repositories alone, to here */}
      {creation && (
        <Dialog isOpen={creation.isOpen} onClose={creation.onClose} title={t('new')} isPlain>
          <Room
            {...room} // of owned rows
            onClose={creation.onClose}
          >
            <RepositoryForm
              plain={{
                intent: 'create-repository',
                ...owner, // of owned rows
              }}
              owner={owner} // of repositories alone
              submitLabel={t('create')}
              onCancel={creation.onClose}
              onSave={async (fields) => creation.onCreated((await create(fields)).id)}
            />
          </Room>
        </Dialog>
      )}
    </div>
  )
}

interface RowsContext {
  area: 'app' | 'manager'
  t: ReturnType<typeof useTranslation<['repositories', 'common']>>['t']
  // of repositories alone, from here
  /** What the page of a row is told of the list that led to it. */
  state: HistoryState
  onOpenLink: (id: string) => void
  // of repositories alone, to here
}

function columnsFor({
  area,
  t,
  state, // of repositories alone
  onOpenLink, // of repositories alone
}: RowsContext): Column<RepositoryRow>[] {
  const to = area === 'app' ? '/app/repositories/$id' : '/manager/repositories/$id'
  return [
    {
      name: 'name',
      header: t('repositories:name'),
      width: '26%',
      order: { sort: 'name', direction: 'ascending' },
      cell: ({ id, name }) => (
        <RowLink
          to={to}
          id={id}
          state={state} // of repositories alone
        >
          <CutText>{name}</CutText>
        </RowLink>
      ),
    },
    {
      name: 'link',
      header: t('repositories:link'),
      cell: ({
        id, // of repositories alone
        name,
        link,
      }) => (
        <>
          <CutText>{plainAddress(link).replace(/^https?:\/\//, '')}</CutText>
          <OpenLink
            href={link}
            label={t('repositories:openNamed', { name })}
            onOpen={() => onOpenLink(id)} // of repositories alone
          />
        </>
      ),
    },
    // of repositories alone, from here
    {
      name: 'language',
      header: <LanguageHead />,
      width: 'max(136px, 17cqi)',
      shownFrom: 640,
      cell: (row) => <LanguageCell {...row} />,
    },
    // of repositories alone, to here
    {
      name: 'created',
      header: t('repositories:created'),
      width: 'max(130px, 16cqi)',
      shownFrom: 640,
      order: { sort: 'newest', direction: 'descending' },
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}
