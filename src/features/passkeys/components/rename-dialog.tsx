import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { passkeyNameInput } from '../passkeys.schema.ts'

interface RenameDialogProps {
  name: string
  onClose: () => void
  onRename: (name: string) => Promise<void>
}

/** The dialog for the name of a passkey. */
export function RenameDialog({ name, onClose, onRename }: RenameDialogProps) {
  const { t } = useTranslation('passkeys')
  const { field, ...form } = useSaveForm({
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
      <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
        <TextField label={t('name')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
        <FormEnd {...form} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
