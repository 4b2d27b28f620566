import { useTranslation } from 'react-i18next'
import { Confirm } from '#ui/confirm.tsx'
import { impersonationFields, type ImpersonationFields } from '../user-detail.schema.ts'
import { ReasonField } from './reason-field.tsx'
import { useConfirmedForm } from './use-confirmed-form.ts'

interface ImpersonateDialogProps {
  name: string
  onClose: () => void
  onImpersonate: (fields: ImpersonationFields) => Promise<void>
}

/** Asks why, and says what acting as somebody means. */
export function ImpersonateDialog({ name, onClose, onImpersonate }: ImpersonateDialogProps) {
  const { t } = useTranslation('user')
  const { form, confirm } = useConfirmedForm(impersonationFields, { reason: '' })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      description={t('impersonate.text', { name })}
      action={t('impersonate.action')}
      onConfirm={() => confirm(onImpersonate)}
    >
      <ReasonField
        hint={t('impersonate.reasonHint', { name })}
        errorKey={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
    </Confirm>
  )
}
