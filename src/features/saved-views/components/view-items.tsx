import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListName } from '#features.ts'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-end.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { useViewMutations } from '../saved-views.mutations.ts'
import { viewsQuery } from '../saved-views.queries.ts'
import type { ViewRow } from '../saved-views.schema.ts'
import { ViewNameForm } from './view-name-form.tsx'

interface ViewItemsProps {
  list: ListName
  /** Called after a view was opened. */
  onFollow: () => void
  /** Called after the form that renames or deletes a view was closed. */
  onChanged: () => void
}

/** The user's saved views of a list: links, each with actions to rename and delete the view. */
export function SavedViewList({ list, onFollow, onChanged }: ViewItemsProps) {
  const { t } = useTranslation(['saved-views', 'common'])
  const { data: views, isError, refetch } = useQuery(viewsQuery(list))
  const { rename, remove } = useViewMutations(list)
  const [changing, setChanging] = useState<{ id: string; isDeleting: boolean }>()

  function finish() {
    setChanging(undefined)
    onChanged()
  }

  if (!views)
    return isError ? (
      <div className="grid justify-items-start gap-3 p-2">
        <FormError text={t('common:list.failed')} />
        <Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>
      </div>
    ) : (
      <div className="p-3">
        <Spinner />
      </div>
    )
  if (views.length === 0) return <p className="p-2 text-muted">{t('empty')}</p>
  return (
    <ul>
      {views.map((view) => (
        <li key={view.id}>
          {view.id !== changing?.id ? (
            <ViewItem
              view={view}
              onFollow={onFollow}
              onRename={() => setChanging({ id: view.id, isDeleting: false })}
              onDelete={() => setChanging({ id: view.id, isDeleting: true })}
            />
          ) : changing.isDeleting ? (
            <DeleteQuestion
              name={view.name}
              onCancel={finish}
              onDelete={async () => {
                await remove(view)
                finish()
              }}
            />
          ) : (
            <ViewNameForm
              name={view.name}
              onCancel={finish}
              onSave={async (name) => {
                await rename(view.id, name)
                finish()
              }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface ViewItemProps {
  view: ViewRow
  onFollow: () => void
  onRename: () => void
  onDelete: () => void
}

function ViewItem({ view: { name, search }, onFollow, onRename, onDelete }: ViewItemProps) {
  const { t } = useTranslation('saved-views')
  return (
    <div className="view-item">
      <Link
        to="."
        search={() => search}
        activeOptions={{ exact: true }}
        preload={false}
        resetScroll={false}
        onClick={onFollow}
      >
        <bdi>{name}</bdi>
      </Link>
      <button type="button" aria-label={t('renameNamed', { name })} onClick={onRename}>
        <Pencil aria-hidden="true" className="size-4" />
      </button>
      <button type="button" aria-label={t('deleteNamed', { name })} onClick={onDelete}>
        <Trash2 aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

interface DeleteQuestionProps {
  name: string
  onCancel: () => void
  onDelete: () => Promise<void>
}

function DeleteQuestion({ name, onCancel, onDelete }: DeleteQuestionProps) {
  const { t } = useTranslation(['saved-views', 'common'])
  const { errorText, isBusy, run } = useAction()
  return (
    <div className="grid gap-3 p-2">
      <p className="min-w-0 break-words">{t('deleteQuestion', { name: isolateDirection(name) })}</p>
      <FormError text={errorText} />
      <div className="form-buttons">
        <Button autoFocus onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="destructive" isBusy={isBusy} onClick={() => run(onDelete)}>
          {t('common:delete')}
        </Button>
      </div>
    </div>
  )
}
