import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { ConfirmForm } from '#ui/confirm.tsx'
import { DateField } from '#ui/date-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { banFields, type BanFields } from '../user-detail.schema.ts'

interface BanFormProps {
  reasonHint: string
  onClose: () => void
  onBan: (fields: BanFields) => Promise<void>
}

/** Returns the form of a ban and its rendered fields: the reason and the last day. */
export function useBanForm({ reasonHint, onClose, onBan }: BanFormProps) {
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
  const fields = (
    <div className="grid gap-5">
      <TextareaField label={t('reason')} rows={3} autoFocus dir="auto" hint={reasonHint} {...field('reason')} />
      <DateField isOptional label={t('ban.lastDay')} hint={t('ban.lastDayHint')} {...field('lastDay')} />
    </div>
  )
  return { form, fields }
}

/** The dialog that bans a user: asks for the reason and the end, and explains the effect. */
export function BanDialog({ name, ...props }: Omit<BanFormProps, 'reasonHint'> & { name: string }) {
  const { t } = useTranslation('user')
  const { form, fields } = useBanForm({ ...props, reasonHint: t('ban.reasonHint', { name }) })
  return (
    <ConfirmForm
      isOpen
      isDestructive
      onClose={props.onClose}
      summary={t('ban.summary', { name })}
      description={t('ban.text', { name })}
      action={t('ban.action')}
      form={form}
    >
      {fields}
    </ConfirmForm>
  )
}
