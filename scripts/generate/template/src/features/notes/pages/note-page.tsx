import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirm } from '#ui/confirm.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Breadcrumb, DetailHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { DescriptionEntry, Section } from '#ui/section.tsx'
import { FieldEntries, LongTexts } from '../components/note-entries.tsx'
import { NoteForm } from '../components/note-form.tsx'
import { useNoteMutations } from '../notes.mutations.ts'
import { noteQuery } from '../notes.queries.ts'

/** The dialog in which a user edits the row, kept open by the URL. */
interface EditDialog {
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  onSaved: () => Promise<void>
}

/** The confirmation of a deletion; without JavaScript the URL keeps it open. */
interface DeletionDialog {
  isAsked: boolean
  /** Removes the confirmation from the URL. */
  onDismissed: () => void
  onDeleted: () => Promise<void>
}

interface NotePageProps {
  id: string
  /** Absent for viewers who cannot edit it. */
  editing?: EditDialog | undefined
  /** Absent for viewers who cannot delete it. */
  deletion?: DeletionDialog | undefined
}

/** The page of one note: its fields, and the actions that the viewer is allowed. */
export function NotePage({ id, editing, deletion }: NotePageProps) {
  const { t } = useTranslation(['notes', 'common'])
  const { data: note } = useSuspenseQuery(noteQuery(id))
  const { update, remove } = useNoteMutations()
  const [isDeleting, setIsDeleting] = useState(deletion?.isAsked ?? false)
  const { headline: name, createdBy, createdAt, updatedAt } = note

  return (
    <>
      <Breadcrumb parents={[{ to: '/app/notes', label: t('title') }]} current={name} />
      <DetailHeader
        title={name}
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
      <div className="grid items-start gap-6">
        <LongTexts note={note} />
        <Section title={t('details')}>
          <dl className="grid gap-4 sm:grid-cols-2">
            <FieldEntries note={note} />
            {createdBy && (
              <DescriptionEntry name={t('createdBy')}>
                <bdi>{createdBy.name}</bdi>
              </DescriptionEntry>
            )}
            <DescriptionEntry name={t('created')}>
              <RelativeTime at={createdAt} />
            </DescriptionEntry>
            {updatedAt !== createdAt && (
              <DescriptionEntry name={t('updated')}>
                <RelativeTime at={updatedAt} />
              </DescriptionEntry>
            )}
          </dl>
        </Section>
      </div>
      {editing && (
        <Dialog isOpen={editing.isOpen} onClose={editing.onClose} title={t('edit')} worksWithoutJavaScript>
          <NoteForm
            note={note}
            plain={{ intent: 'update-note', id }}
            submitLabel={t('common:save')}
            onCancel={editing.onClose}
            onSave={async (texts) => {
              await update(id, texts)
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
          plain={{ intent: 'delete-note', id, name }}
          onConfirm={async () => {
            await remove(id, name)
            await deletion.onDeleted()
          }}
        />
      )}
    </>
  )
}
