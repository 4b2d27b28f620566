import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nullsToEmpty } from '#lib/nullable-text.ts'
import { Confirm } from '#ui/confirm.tsx'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Section } from '#ui/section.tsx'
import { Marks, type PageMark } from '../components/marks.tsx'
import { RepositoryFacts } from '../components/repository-facts.tsx'
import { RepositoryForm } from '../components/repository-form.tsx'
import { useRepositoryMutations } from '../repositories.mutations.ts'
import type { RequestedOwner, RepositoryDetail } from '../repositories.schema.ts'
import { repositoryQuery } from '../repositories.queries.ts'

/** The dialog that edits the repository, which a URL parameter opens. */
interface EditDialog {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => Promise<void>
}

/** The dialog that confirms a deletion; without JavaScript, a URL parameter opens it. */
interface DeletionDialog {
  isAsked: boolean
  /** Removes the parameter that opens the dialog from the URL. */
  onDismissed: () => void
  onDeleted: () => Promise<void>
}

interface RepositoryPageProps {
  id: string
  area: 'app' | 'manager'
  /** Absent for viewers who cannot edit the repository. */
  editing?: EditDialog | undefined
  /** Absent for viewers who cannot delete the repository. */
  deletion?: DeletionDialog | undefined
  /** The marks that the viewer can set. */
  marks: PageMark[]
  /** Content of other features, shown below the link. */
  parts: ReactNode
  /** The links to the previous and next repository of the list. */
  neighbours: ReactNode
  /** Called when the repository's link was opened. */
  onOpenLink: () => void
}

/** The page of one repository, with the actions that the viewer is allowed. On phones, it has no card in the users' area. */
export function RepositoryPage({
  id,
  area,
  editing,
  deletion,
  marks,
  parts,
  neighbours,
  onOpenLink,
}: RepositoryPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { data: repository } = useSuspenseQuery(repositoryQuery(id))
  const { update, remove } = useRepositoryMutations({})
  const [isDeleting, setIsDeleting] = useState(deletion?.isAsked ?? false)
  const { name, link, description, descriptionNodes } = repository
  const { language, topics } = repository

  return (
    <div data-bare-on-phones={area === 'app' || undefined}>
      <Breadcrumb parents={[{ to: `/${area}/repositories`, label: t('title') }]} current={name} aside={neighbours} />
      <DetailHeader
        title={name}
        control={<Marks marks={marks} row={repository} />}
        action={
          (editing || deletion) && (
            <>
              {editing && (
                <DialogButton dialog="edit" onOpen={editing.onOpen}>
                  {t('common:edit')}
                </DialogButton>
              )}
              {deletion && (
                <DialogButton dialog="delete" variant="danger" onOpen={() => setIsDeleting(true)}>
                  {t('common:delete')}
                </DialogButton>
              )}
            </>
          )
        }
      />
      <div className="beside-facts">
        <Section title={t('description')}>
          {description === null ? (
            <p className="text-muted">{t('noDescription')}</p>
          ) : (
            <Markdown nodes={descriptionNodes} />
          )}
        </Section>
        <RepositoryFacts
          detail={repository}
          linksPeople={area === 'manager'}
          parts={parts}
          area={area}
          onOpenLink={onOpenLink}
        />
      </div>
      {editing && (
        <Dialog isOpen={editing.isOpen} onClose={editing.onClose} title={t('edit')} isPlain>
          <RepositoryForm
            initial={nullsToEmpty({
              name,
              link,
              description,
              language,
              topics,
            })}
            plain={{ intent: 'update-repository', id }}
            owner={ownerOf(area, repository)}
            submitLabel={t('common:save')}
            onCancel={editing.onClose}
            onSave={async (fields) => {
              await update(id, fields)
              await editing.onSaved()
            }}
          />
        </Dialog>
      )}
      {deletion && (
        <Confirm
          isOpen={isDeleting}
          onClose={() => {
            setIsDeleting(false)
            if (deletion.isAsked) deletion.onDismissed()
          }}
          summary={t('deleteSummary', { name })}
          description={t('deleteQuestion', { name })}
          action={t('common:delete')}
          isDestructive
          plain={{ intent: 'delete-repository', id, name }}
          onConfirm={async () => {
            await remove({ id, name })
            await deletion.onDeleted()
          }}
        />
      )}
    </div>
  )
}

function ownerOf(area: 'app' | 'manager', { organization }: RepositoryDetail): RequestedOwner {
  return area === 'manager' ? { area, organization: organization?.id ?? '' } : {}
}
