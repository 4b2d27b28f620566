import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nullsToEmpty } from '#lib/nullable-text.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Entry } from '#ui/entry.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { RepositoryForm } from '../components/repository-form.tsx'
import { useRepositoryMutations } from '../repositories.mutations.ts'
import { repositoryQuery } from '../repositories.queries.ts'

/** The dialog in which an administrator changes it, held open by the URL. */
interface Editing {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => Promise<void>
}

interface RepositoryPageProps {
  id: string
  /** Absent for who may not change it. */
  editing?: Editing | undefined
  /** Absent for who may not delete it. */
  onDeleted?: (() => Promise<void>) | undefined
}

/** The page of one repository: what it is, and for administrators what can be done with it. */
export function RepositoryPage({ id, editing, onDeleted }: RepositoryPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { data: repository } = useSuspenseQuery(repositoryQuery(id))
  const { update, remove } = useRepositoryMutations()
  const [isDeleting, setIsDeleting] = useState(false)
  const { name, link, description } = repository

  return (
    <>
      <PageHeader
        title={name}
        action={
          <>
            {editing && <Button onClick={editing.onOpen}>{t('common:edit')}</Button>}
            {onDeleted && (
              <Button variant="danger" onClick={() => setIsDeleting(true)}>
                {t('common:delete')}
              </Button>
            )}
          </>
        }
      />
      <dl className="grid gap-5 rounded-card border border-hairline bg-surface p-6">
        <Entry name={t('link')}>
          <ExternalLink href={link} />
        </Entry>
        <Entry name={t('description')}>
          {description === null ? (
            <span className="text-muted">{t('noDescription')}</span>
          ) : (
            <p dir="auto" className="max-w-[65ch] whitespace-pre-line">
              {description}
            </p>
          )}
        </Entry>
        <Entry name={t('created')}>
          <RelativeTime at={repository.createdAt} />
        </Entry>
        <Entry name={t('updated')}>
          <RelativeTime at={repository.updatedAt} />
        </Entry>
        {repository.createdByName && (
          <Entry name={t('createdBy')}>
            <bdi>{repository.createdByName}</bdi>
          </Entry>
        )}
      </dl>
      {editing && (
        <Dialog isOpen={editing.isOpen} onClose={editing.onClose} title={t('edit')}>
          <RepositoryForm
            initial={nullsToEmpty({ name, link, description })}
            submitLabel={t('common:save')}
            onSave={async (fields) => {
              await update(id, fields)
              await editing.onSaved()
            }}
          />
        </Dialog>
      )}
      <Confirm
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        description={t('deleteQuestion', { name })}
        action={t('common:delete')}
        onConfirm={async () => {
          await remove({ id, name })
          await onDeleted?.()
        }}
      />
    </>
  )
}
