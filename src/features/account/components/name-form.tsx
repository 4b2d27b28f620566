import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { nameInput } from '#person/person-fields.ts'
import { useSaveForm } from '#ui/use-save-form.ts'

interface NameFormProps {
  name: string
  onSave: (name: string) => Promise<void>
}

/** The form for the person's name. A failing save keeps what was typed. */
export function NameForm({ name, onSave }: NameFormProps) {
  const { t } = useTranslation(['onboarding', 'common'])
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: nameInput,
    initial: { name },
    sentence: (key: MessageKeyOf<'onboarding'>, numbers) => t(`messages.${key}`, numbers),
    onSave: (typed) => onSave(typed.name),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2">
      <TextField label={t('name')} autoFocus autoComplete="name" dir="auto" hint={t('nameHint')} {...field('name')} />
      <p role="alert" className="min-h-5 text-sm text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-end max-sm:w-full">
        {isBusy ? t('common:saving') : t('common:save')}
      </Button>
    </form>
  )
}
