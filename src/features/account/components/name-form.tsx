import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { FormEnd } from '#ui/form-end.tsx'
import { TextField } from '#ui/text-field.tsx'
import { nameInput } from '#person/person-fields.ts'
import { useSaveForm } from '#ui/use-save-form.ts'

interface NameFormProps {
  name: string
  onSave: (name: string) => Promise<void>
  /** Closes the form without saving. */
  onCancel: () => void
}

/** The form for the user's name. Keeps the typed text if saving fails. */
export function NameForm({ name, onSave, onCancel }: NameFormProps) {
  const { t } = useTranslation('onboarding')
  const { field, ...form } = useSaveForm({
    schema: nameInput,
    initial: { name },
    sentence: (key: MessageKeyOf<'onboarding'>, numbers) => t(`messages.${key}`, numbers),
    onSave: (typed) => onSave(typed.name),
  })

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t('name')} autoFocus autoComplete="name" dir="auto" hint={t('nameHint')} {...field('name')} />
      <FormEnd {...form} onCancel={onCancel} />
    </form>
  )
}
