import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink as OpenIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyLink } from '#audit/history-link.ts'
import type { Permission } from '#auth/permissions.ts'
import type { RepositoryPageNotice } from '#feature/repository-page-section.ts'
import { nullsToEmpty } from '#lib/nullable-text.ts'
import { buttonClasses } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ExternalLink } from '#ui/external-link.tsx'
import { Markdown } from '#ui/markdown.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { Marks, type PageMark } from '../components/marks.tsx'
import { NeighbourLinks } from '../components/neighbour-links.tsx'
import { RepositoryFacts } from '../components/repository-facts.tsx'
import { RepositoryForm } from '../components/repository-form.tsx'
import { useRepositoryMutations } from '../repositories.mutations.ts'
import type { RepositoryDetail } from '../repositories.schema.ts'
import { repositoryQuery } from '../repositories.queries.ts'

interface RepositoryPageProps {
  id: string
  area: 'app' | 'manager'
  /** The viewer's permissions, as a user in `app` or as an administrator in `manager`. */
  permissions: Permission[]
  /** The notices about the organization that owns the repository, by feature. */
  ownerNotices: Record<string, RepositoryPageNotice>
  /** The marks that the viewer can set. */
  marks: PageMark[]
  /** Content of other features, shown beside the link. */
  parts: ReactNode
  /** Called when the repository's link was opened. */
  onOpenLink: () => void
}

/** The page of one repository, with the actions that the viewer is allowed. On phones, it has no frame in the users' area. */
export function RepositoryPage({ id, area, permissions, ownerNotices, marks, parts, onOpenLink }: RepositoryPageProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { data: repository } = useSuspenseQuery(repositoryQuery(id))
  const owned = ownerOf(area, repository)
  const { update, remove } = useRepositoryMutations(owned)
  const navigate = useNavigate()
  const { dialog: open } = useSearch({ from: `/${area}/repositories/$id` })
  const dialog = useUrlDialog<{ dialog: '' | 'edit' }>({ dialog: '' })
  const canEdit = permissions.includes('repository:update')
  const canDelete = permissions.includes('repository:delete')
  // Without JavaScript, the URL opens the confirmation.
  const [isDeleting, setIsDeleting] = useState(open === 'delete')
  const { name, link, description, descriptionNodes, organization: owner } = repository
  const { language, topics } = repository

  return (
    <div data-bare-on-phones={area === 'app' || undefined}>
      {area === 'app' &&
        owner &&
        Object.entries(ownerNotices).map(([feature, Notice]) => (
          <Notice key={feature} ownerId={owner.id} text={t('ofOther', { name: owner.name })} label={t('switch')} />
        ))}
      <Breadcrumb
        parents={[{ to: `/${area}/repositories`, label: t('title') }]}
        current={name}
        aside={<NeighbourLinks id={id} area={area} />}
      />
      <DetailHeader
        title={name}
        control={<Marks marks={marks} row={repository} />}
        lead={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
            <span className="flex min-w-0 items-center gap-1">
              <ExternalLink href={link} />
              <CopyButton text={link} label={t('copyLink')} />
            </span>
            {parts}
          </div>
        }
        action={
          <>
            <a
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClasses('primary')}
              onClick={onOpenLink}
            >
              {t('open')}
              <OpenIcon aria-label={t('common:opensInNewTab')} className="size-4 shrink-0 rtl:-scale-x-100" />
            </a>
            {canEdit && (
              <DialogButton dialog="edit" onOpen={() => void dialog.open({ dialog: 'edit' })}>
                {t('common:edit')}
              </DialogButton>
            )}
            {canDelete && (
              <MoreMenu
                label={t('common:actionsFor', { name })}
                choices={[{ dialog: 'delete', label: t('common:delete'), isDangerous: true }]}
                onOpen={() => setIsDeleting(true)}
              />
            )}
          </>
        }
      />
      <div className="object">
        <section aria-label={t('description')}>
          {description === null ? (
            <p className="text-muted">{t('noDescription')}</p>
          ) : (
            <Markdown nodes={descriptionNodes} />
          )}
        </section>
        <RepositoryFacts
          detail={repository}
          area={area}
          history={area === 'manager' ? historyLink({ person: id }) : undefined}
        />
      </div>
      {canEdit && (
        <Dialog isOpen={open === 'edit'} onClose={dialog.close} title={t('edit')} worksWithoutJavaScript>
          <RepositoryForm
            initial={nullsToEmpty({ name, link, description, language, topics })}
            plain={{ intent: 'update-repository', id, ...owned }}
            owner={owned}
            submitLabel={t('common:save')}
            onCancel={dialog.close}
            onSave={async (fields) => {
              await update(id, fields)
              await dialog.finish()
            }}
          />
        </Dialog>
      )}
      {canDelete && (
        <Confirm
          isOpen={isDeleting}
          onClose={() => {
            setIsDeleting(false)
            if (open === 'delete') dialog.close()
          }}
          summary={t('deleteSummary', { name })}
          description={t('deleteQuestion', { name })}
          action={t('common:delete')}
          isDestructive
          plain={{ intent: 'delete-repository', id, name, ...owned }}
          onConfirm={async () => {
            await remove({ id, name })
            // Replaces the deleted page in the history.
            await navigate({ to: `/${area}/repositories`, replace: true })
          }}
        />
      )}
    </div>
  )
}

/** Returns the owner that the page's changes name, so that they are refused after another tab has switched the organization. */
function ownerOf(
  area: 'app' | 'manager',
  { organization: owner }: RepositoryDetail,
): { organization: string } | { area: 'manager'; organization: string } {
  const organization = owner?.id ?? ''
  return area === 'app' ? { organization } : { area, organization }
}
