import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { FormEnd } from '#ui/form-end.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { viewFields } from '../saved-views.schema.ts'

interface ViewNameFormProps {
  /** The present name; empty for a new view. */
  name: string
  onCancel: () => void
  onSave: (name: string) => Promise<void>
}

/** The form for the name of a view. */
export function ViewNameForm({ name, onCancel, onSave }: ViewNameFormProps) {
  const { t } = useTranslation('saved-views')
  const { field, ...form } = useSaveForm({
    schema: viewFields,
    initial: { name },
    sentence: (key: MessageKeyOf<'saved-views'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'nameTaken',
    isQuestion: true,
    onSave: (typed) => onSave(typed.name),
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-3 p-2">
      <TextField label={t('name')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
      <FormEnd {...form} onCancel={onCancel} />
    </form>
  )
}
