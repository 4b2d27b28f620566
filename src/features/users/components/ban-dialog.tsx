import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { ConfirmForm } from '#ui/confirm.tsx'
import { DateField } from '#ui/date-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { banFields, type BanFields } from '../user-detail.schema.ts'

interface BanDialogProps {
  name: string
  onClose: () => void
  onBan: (fields: BanFields) => Promise<void>
}

/** The dialog that bans a person: asks why and until when, and says what a ban does. */
export function BanDialog({ name, onClose, onBan }: BanDialogProps) {
  const { t } = useTranslation('user')
  const { field, ...form } = useSaveForm({
    schema: banFields,
    initial: { reason: '', lastDay: '' },
    sentence: (key: MessageKeyOf<'user'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (fields) => {
      await onBan(fields)
      onClose()
    },
  })
  return (
    <ConfirmForm
      isOpen
      isDestructive
      onClose={onClose}
      summary={t('ban.summary', { name })}
      description={t('ban.text', { name })}
      action={t('ban.action')}
      form={form}
    >
      <div className="grid gap-5">
        <TextareaField
          label={t('reason')}
          rows={3}
          autoFocus
          dir="auto"
          hint={t('ban.reasonHint', { name })}
          {...field('reason')}
        />
        <DateField isOptional label={t('ban.lastDay')} hint={t('ban.lastDayHint')} {...field('lastDay')} />
      </div>
    </ConfirmForm>
  )
}
