import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { ConfirmForm } from '#ui/confirm.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { impersonationFields, type ImpersonationFields } from '../user-detail.schema.ts'

interface ImpersonateDialogProps {
  name: string
  onClose: () => void
  onImpersonate: (fields: ImpersonationFields) => Promise<void>
}

/** The dialog before impersonating a user: asks for the reason, and explains the effect. */
export function ImpersonateDialog({ name, onClose, onImpersonate }: ImpersonateDialogProps) {
  const { t } = useTranslation('user')
  const { field, ...form } = useSaveForm({
    schema: impersonationFields,
    initial: { reason: '' },
    sentence: (key: MessageKeyOf<'user'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (fields) => {
      await onImpersonate(fields)
      onClose()
    },
  })
  return (
    <ConfirmForm
      isOpen
      onClose={onClose}
      summary={t('impersonate.summary', { name })}
      description={t('impersonate.text', { name })}
      action={t('impersonate.action')}
      form={form}
    >
      <TextareaField
        label={t('reason')}
        rows={3}
        autoFocus
        dir="auto"
        hint={t('impersonate.reasonHint', { name })}
        {...field('reason')}
      />
    </ConfirmForm>
  )
}
