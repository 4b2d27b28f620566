import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TruncatedText } from '#ui/truncated-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChoiceChip } from '#ui/filter-chip.tsx'
import type { Column } from '#ui/list-head.tsx'
import { ListToolbar } from '#ui/list-tools.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { CountBesideTitle } from '#ui/total.tsx'
import { useFieldColumns } from '../components/note-columns.tsx'
import { FilterChips } from '../components/note-filters.tsx'
import { NoteForm } from '../components/note-form.tsx'
import type { NoteRow } from '../notes.fields.ts'
import { useNoteMutations } from '../notes.mutations.ts'
import { noteCountQuery, noteListQuery } from '../notes.queries.ts'
import { SORTS, type NotesSearch } from '../notes.schema.ts'

/** The dialog in which a user adds a row, kept open by the URL. */
interface CreationDialog {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onCreated: (id: string) => Promise<void>
  /** The ID of the organization that the page shows; empty for none. */
  organization: string
}

interface NotesPageProps {
  search: NotesSearch
  /** Absent for viewers who cannot add rows. */
  creation?: CreationDialog | undefined
}

/** The page of all notes. */
export function NotesPage({ search, creation }: NotesPageProps) {
  const { t } = useTranslation(['notes', 'common'])
  const { searchTerm, sort, after, ...filters } = search
  const query = useInfiniteQuery(noteListQuery(search))
  const { data: total } = useQuery(noteCountQuery(search))
  const { create } = useNoteMutations()
  const columns = useColumns()
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
        count={<CountBesideTitle total={total} />}
        action={newButton}
        tools={
          <ListToolbar searchTerm={searchTerm} isPending={query.isPlaceholderData} filters={filters}>
            <FilterChips filters={filters} />
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
        }
      />
      <DataList
        label={t('title')}
        query={query}
        columns={columns}
        keyOf={(row) => row.id}
        search={{ searchTerm, filters, sort, after }}
        emptyAction={newButton}
        total={total}
      />
      {creation && (
        <Dialog isOpen={creation.isOpen} onClose={creation.onClose} title={t('new')} worksWithoutJavaScript>
          <NoteForm
            plain={{
              intent: 'create-note',
              organization: creation.organization,
            }}
            submitLabel={t('create')}
            onCancel={creation.onClose}
            onSave={async (texts) => {
              const { id } = await create({
                ...texts,
                organization: creation.organization,
              })
              await creation.onCreated(id)
            }}
          />
        </Dialog>
      )}
    </div>
  )
}

/** Returns the columns: a link to the page of a note, its fields, and the date of its creation. */
function useColumns(): Column<NoteRow>[] {
  const { t } = useTranslation('notes')
  const fields = useFieldColumns()
  return [
    {
      name: 'headline',
      header: t('fields.headline'),
      order: { sort: 'headline', direction: 'ascending' },
      cell: ({ id, headline }) => (
        <RowLink to="/app/notes/$id" id={id}>
          <TruncatedText>{headline}</TruncatedText>
        </RowLink>
      ),
    },
    ...fields,
    {
      name: 'created',
      header: t('created'),
      width: 'var(--time-column)',
      shownFrom: 640,
      order: { sort: 'newest', direction: 'descending' },
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}
