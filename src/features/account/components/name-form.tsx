import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { TextField } from '#ui/text-field.tsx'
import { nameInput } from '#person/person-fields.ts'
import { useSaveForm } from '#ui/use-save-form.ts'

interface NameFormProps {
  name: string
  onSave: (name: string) => Promise<void>
  /** Leaves it without saving. */
  onCancel: () => void
}

/** The form for the person's name. A failing save keeps what was typed. */
export function NameForm({ name, onSave, onCancel }: NameFormProps) {
  const { t } = useTranslation(['onboarding', 'common'])
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: nameInput,
    initial: { name },
    sentence: (key: MessageKeyOf<'onboarding'>, numbers) => t(`messages.${key}`, numbers),
    onSave: (typed) => onSave(typed.name),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <TextField label={t('name')} autoFocus autoComplete="name" dir="auto" hint={t('nameHint')} {...field('name')} />
      <FormError text={errorText} />
      <FormButtons>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? t('common:saving') : t('common:save')}
        </Button>
      </FormButtons>
    </form>
  )
}
