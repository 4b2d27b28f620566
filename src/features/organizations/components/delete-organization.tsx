import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isolated, numberIn } from '#lib/intl.ts'
import { ConfirmForm } from '#ui/confirm.tsx'
import { Entry } from '#ui/entry.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { typedName, type OrganizationDetail } from '../organizations.schema.ts'

interface DeleteOrganizationProps {
  organization: OrganizationDetail
  onClose: () => void
  onDelete: (fields: { typed: string }) => Promise<void>
}

/** The dialog that permanently deletes an organization: requires its name, and counts everything that is deleted with it. */
export function DeleteOrganization({ organization, onClose, onDelete }: DeleteOrganizationProps) {
  const { id, name, repositoryCount, memberCount, invitations } = organization
  const { t, i18n } = useTranslation(['organizations', 'common'])
  const number = numberIn(i18n.language)
  const { field, ...form } = useSaveForm({
    intent: 'delete-organization',
    schema: typedName(name),
    initial: { typed: '' },
    sentence: (key: MessageKeyOf<'organizations'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: onDelete,
  })
  return (
    <ConfirmForm
      isOpen
      onClose={onClose}
      summary={t('deleteSummary', { name })}
      description={t('deleteQuestion', { name })}
      action={t('common:delete')}
      isDestructive
      plain={{ intent: 'delete-organization', id, name }}
      form={form}
    >
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4 tabular-nums">
        <Entry name={t('common:nav.repositories')}>{number.format(repositoryCount)}</Entry>
        <Entry name={t('common:nav.members')}>{number.format(memberCount)}</Entry>
        <Entry name={t('invitations')}>{number.format(invitations.length)}</Entry>
      </dl>
      <TextField
        label={t('typeName', { name: isolated(name) })}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        {...field('typed')}
      />
    </ConfirmForm>
  )
}
