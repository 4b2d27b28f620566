import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_CHOICES } from '#i18n/languages.ts'
import { ConfirmForm } from '#ui/confirm.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { invitationFields, type InvitationFields } from '../user-detail.schema.ts'

interface InviteDialogProps {
  kind: 'invite' | 'resend'
  name: string
  initial: InvitationFields['language']
  onClose: () => void
  onInvite: (fields: InvitationFields) => Promise<void>
}

/** The dialog that sends an invitation in the chosen language. */
export function InviteDialog({ kind, name, initial, onClose, onInvite }: InviteDialogProps) {
  const { t } = useTranslation('user')
  const { choice, ...form } = useSaveForm({
    schema: invitationFields,
    initial: { language: initial },
    // A choice from a fixed list is always valid, so there are no messages.
    sentence: () => '',
    isQuestion: true,
    onSave: async (fields) => {
      await onInvite(fields)
      onClose()
    },
  })
  const text = t(`invitation.${kind}.text`, { name, days: appConfig.invitation.days })
  return (
    <ConfirmForm
      isOpen
      onClose={onClose}
      summary={t(`invitation.${kind}.summary`, { name })}
      description={`${text} ${t('invitation.limit', { most: appConfig.invitation.mailsPerDay })}`}
      action={kind === 'resend' ? t('invitation.resend.action') : t('invitation.invite.action')}
      form={form}
    >
      <SelectField label={t('invitation.language')} options={LANGUAGE_CHOICES} {...choice('language')} />
    </ConfirmForm>
  )
}
