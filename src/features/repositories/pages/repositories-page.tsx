import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { plainAddress } from '#lib/spoofing.ts'
import { Button } from '#ui/button.tsx'
import { CutText } from '#ui/cut-text.tsx'
import { DataList, type Column } from '#ui/data-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Total } from '#ui/total.tsx'
import { RepositoryForm } from '../components/repository-form.tsx'
import { useRepositoryMutations } from '../repositories.mutations.ts'
import { repositoryCountQuery, repositoryListQuery } from '../repositories.queries.ts'
import { SORTS, type RepositoriesSearch, type RepositoryRow } from '../repositories.schema.ts'

/** The dialog in which an administrator adds one, held open by the URL. */
interface Creation {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onCreated: (id: string) => Promise<void>
}

interface RepositoriesPageProps {
  area: 'app' | 'manager'
  search: RepositoriesSearch
  /** Holds what is shown in the URL. */
  onSearch: (changed: Partial<RepositoriesSearch>) => void
  /** Absent for who may add none. */
  creation?: Creation | undefined
}

/** The page of all repositories, alike in both areas; administrators can add one. */
export function RepositoriesPage({ area, search, onSearch, creation }: RepositoriesPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { searchTerm, sort } = search
  const query = useInfiniteQuery(repositoryListQuery(search))
  const { data: total } = useQuery(repositoryCountQuery(searchTerm))
  const { create } = useRepositoryMutations()
  const newButton = creation && (
    <Button variant="primary" onClick={creation.onOpen}>
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {t('new')}
    </Button>
  )

  return (
    <>
      <PageHeader
        title={t('title')}
        action={newButton}
        tools={
          <>
            <SearchInput searchTerm={searchTerm} onSearch={(changed) => onSearch({ searchTerm: changed })} />
            <SelectField
              label={t('common:sortBy')}
              isLabelHidden
              value={sort}
              options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
              onChange={(changed) => onSearch({ sort: changed })}
            />
          </>
        }
      />
      <DataList
        label={t('title')}
        query={query}
        columns={columnsFor(area, t)}
        keyOf={(row) => row.id}
        searchTerm={searchTerm}
        onClearSearch={() => onSearch({ searchTerm: '' })}
        emptyAction={newButton}
        total={<Total shown={query.data?.pages.flatMap((page) => page.rows).length ?? 0} total={total} />}
      />
      {creation && (
        <Dialog isOpen={creation.isOpen} onClose={creation.onClose} title={t('new')}>
          <RepositoryForm
            submitLabel={t('create')}
            onSave={async (fields) => creation.onCreated((await create(fields)).id)}
          />
        </Dialog>
      )}
    </>
  )
}

function columnsFor(
  area: 'app' | 'manager',
  t: ReturnType<typeof useTranslation<['repositories', 'common']>>['t'],
): Column<RepositoryRow>[] {
  const to = area === 'app' ? '/app/repositories/$id' : '/manager/repositories/$id'
  return [
    {
      name: 'name',
      header: t('repositories:name'),
      width: '40%',
      cell: ({ id, name, link }) => (
        // It covers the row: its title is what a pointer finds beside the name.
        <Link to={to} params={{ id }} title={plainAddress(link)} className="row-link">
          <CutText>{name}</CutText>
        </Link>
      ),
    },
    {
      name: 'link',
      header: t('repositories:link'),
      cell: ({ link }) => <CutText hasTitle={false}>{plainAddress(link).replace(/^https?:\/\//, '')}</CutText>,
    },
    {
      name: 'created',
      header: t('repositories:created'),
      width: 'max(130px, 16cqi)',
      shownFrom: 640,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}
