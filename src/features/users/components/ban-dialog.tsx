import { useTranslation } from 'react-i18next'
import { Confirm } from '#ui/confirm.tsx'
import { DateField } from '#ui/date-field.tsx'
import { banFields, type BanFields } from '../user-detail.schema.ts'
import { ReasonField } from './reason-field.tsx'
import { useConfirmedForm } from './use-confirmed-form.ts'
import { useFieldMessage } from './use-field-message.ts'

interface BanDialogProps {
  name: string
  onClose: () => void
  onBan: (fields: BanFields) => Promise<void>
}

/** Asks why and until when, and says what a ban does. */
export function BanDialog({ name, onClose, onBan }: BanDialogProps) {
  const { t } = useTranslation('user')
  const { form, confirm } = useConfirmedForm(banFields, { reason: '', lastDay: '' })
  const messageOf = useFieldMessage()
  const { errors } = form.formState
  return (
    <Confirm
      isOpen
      onClose={onClose}
      description={t('ban.text', { name })}
      action={t('ban.action')}
      onConfirm={() => confirm(onBan)}
    >
      <div className="grid gap-3">
        <ReasonField
          hint={t('ban.reasonHint', { name })}
          errorKey={errors.reason?.message}
          {...form.register('reason')}
        />
        <DateField
          label={t('ban.lastDay')}
          hint={t('ban.lastDayHint')}
          error={messageOf(errors.lastDay?.message)}
          {...form.register('lastDay')}
        />
      </div>
    </Confirm>
  )
}
