import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react' // of repositories alone
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nullsToEmpty } from '#lib/nullable-text.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DetailHeader } from '#ui/detail-header.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { Section } from '#ui/section.tsx'
import { Marks, type PageMark } from '../components/marks.tsx' // of repositories alone
import { RepositoryFacts } from '../components/repository-facts.tsx'
import { RepositoryForm } from '../components/repository-form.tsx'
import { useRepositoryMutations } from '../repositories.mutations.ts'
import type { AskedOwner, RepositoryDetail } from '../repositories.schema.ts' // of repositories alone
import { repositoryQuery } from '../repositories.queries.ts'

/** The dialog in which an administrator changes it, held open by the URL. */
interface Editing {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => Promise<void>
}

/** The question whether to delete it. Without JavaScript the URL holds it open. */
interface Deletion {
  isAsked: boolean
  /** Takes the question out of the URL. */
  onDismissed: () => void
  onDeleted: () => Promise<void>
}

interface RepositoryPageProps {
  id: string
  area: 'app' | 'manager'
  /** Absent for who may not change it. */
  editing?: Editing | undefined
  /** Absent for who may not delete it. */
  deletion?: Deletion | undefined
  // of repositories alone, from here
  /** The marks that the viewer can set. */
  marks: PageMark[]
  /** What features say below its link. */
  parts: ReactNode
  /** The ways along the list that one came from. */
  neighbours: ReactNode
  /** The link itself was opened. */
  onOpenLink: () => void
  // of repositories alone, to here
}

/** The page of one repository: what it is, and for administrators what can be done with it. On phones users have it bare. */
export function RepositoryPage({
  id,
  area,
  editing,
  deletion,
  marks, // of repositories alone
  parts, // of repositories alone
  neighbours, // of repositories alone
  onOpenLink, // of repositories alone
}: RepositoryPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { data: repository } = useSuspenseQuery(repositoryQuery(id))
  const { update, remove } = useRepositoryMutations(
    {}, // of owned rows
  )
  const [isDeleting, setIsDeleting] = useState(deletion?.isAsked ?? false)
  const { name, link, description, descriptionNodes } = repository
  const { language, topics } = repository // of repositories alone

  return (
    <div data-bare-on-phones={area === 'app' || undefined}>
      <Breadcrumb
        parents={[{ to: `/${area}/repositories`, label: t('title') }]}
        current={name}
        aside={neighbours} // of repositories alone
      />
      <DetailHeader
        title={name}
        control={<Marks marks={marks} row={repository} />} // of repositories alone
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
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_280px]">
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
          parts={parts} // of repositories alone
          area={area} // of owned rows
          onOpenLink={onOpenLink} // of repositories alone
        />
      </div>
      {editing && (
        <Dialog isOpen={editing.isOpen} onClose={editing.onClose} title={t('edit')} isPlain>
          <RepositoryForm
            initial={nullsToEmpty({
              name,
              link,
              description,
              language, // of repositories alone
              topics, // of repositories alone
            })}
            plain={{ intent: 'update-repository', id }}
            owner={ownerOf(area, repository)} // of repositories alone
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

// of repositories alone, from here
function ownerOf(area: 'app' | 'manager', { organization }: RepositoryDetail): AskedOwner {
  return area === 'manager' ? { area, organization: organization?.id ?? '' } : {}
}
// of repositories alone, to here
