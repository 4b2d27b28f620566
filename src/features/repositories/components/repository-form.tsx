import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
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

type MessageKey =
  | 'nameRequired'
  | 'nameInvalid'
  | 'nameTaken'
  | 'linkRequired'
  | 'linkTooShort'
  | 'linkNoDot'
  | 'linkInvalid'
  | 'descriptionInvalid'

const { nameMaxLength, linkMinLength, linkMaxLength, descriptionMaxLength } = appConfig.repository
const MAX_LENGTHS = { name: nameMaxLength, link: linkMaxLength, description: descriptionMaxLength }
const EMPTY: RepositoryFields = { name: '', link: '', description: '' }

/** The fields of a repository. A failing save keeps what was typed. */
export function RepositoryForm({ initial = EMPTY, submitLabel, onSave }: RepositoryFormProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { form, errorText, onSubmit } = useSaveForm({
    resolver: zodResolver(repositoryFields),
    initial,
    takenMessage: 'nameTaken',
    onSave,
  })
  const { errors, isSubmitting } = form.formState

  function messageOf(field: keyof RepositoryFields): string | undefined {
    const key = errors[field]?.message as MessageKey | undefined
    return key && t(`messages.${key}`, { count: MAX_LENGTHS[field], min: linkMinLength })
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="grid gap-2">
      <TextField
        label={t('name')}
        autoFocus
        autoComplete="off"
        dir="auto"
        error={messageOf('name')}
        {...form.register('name')}
      />
      <TextField
        label={t('link')}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        hint={t('linkHint')}
        error={messageOf('link')}
        {...form.register('link')}
      />
      <TextareaField
        label={t('description')}
        dir="auto"
        hint={t('descriptionHint')}
        error={messageOf('description')}
        {...form.register('description')}
      />
      <p role="alert" className="min-h-5 text-sm text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="primary" isBusy={isSubmitting} className="justify-self-end max-sm:w-full">
        {isSubmitting ? t('common:saving') : submitLabel}
      </Button>
    </form>
  )
}
