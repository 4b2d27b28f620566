import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { repositoryFields, type RepositoryFields } from '../repositories.schema.ts'

interface RepositoryFormProps {
  /** What is there now; absent for a new repository. */
  initial?: RepositoryFields
  submitLabel: string
  /** Saves; what it throws is shown on its field, or above the button. */
  onSave: (fields: RepositoryFields) => Promise<void>
}

const EMPTY: RepositoryFields = { name: '', link: '', description: '' }

/** The form for a repository. A failing save keeps what was typed. */
export function RepositoryForm({ initial = EMPTY, submitLabel, onSave }: RepositoryFormProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: repositoryFields,
    initial,
    sentence: (key: MessageKeyOf<'repositories'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'nameTaken',
    onSave,
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2">
      <TextField label={t('name')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
      <TextField
        label={t('link')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        hint={t('linkHint')}
        {...field('link')}
      />
      <TextareaField label={t('description')} dir="auto" hint={t('descriptionHint')} {...field('description')} />
      <p role="alert" className="min-h-5 text-sm text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-end max-sm:w-full">
        {isBusy ? t('common:saving') : submitLabel}
      </Button>
    </form>
  )
}
