import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { passkeyNameInput } from '../passkeys.schema.ts'

interface RenameDialogProps {
  name: string
  onClose: () => void
  onRename: (name: string) => Promise<void>
}

/** Asks what a passkey is to be called. */
export function RenameDialog({ name, onClose, onRename }: RenameDialogProps) {
  const { t } = useTranslation(['passkeys', 'common'])
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: passkeyNameInput,
    initial: { name },
    sentence: (key: MessageKeyOf<'passkeys'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (typed) => {
      await onRename(typed.name)
      onClose()
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('renameTitle')}>
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <TextField label={t('name')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
        <FormError text={errorText} />
        <FormButtons>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? t('common:saving') : t('common:save')}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  )
}
