import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { FormEnd } from '#ui/form-end.tsx'
import { HiddenFields, type HiddenFormFields } from '#ui/plain-form.tsx'
import { EmailOrUrlField, TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { TopicsField } from './topics.tsx'
import { LanguageField } from './language-field.tsx'
import { type RequestedOwner, repositoryFields, type RepositoryFields } from '../repositories.schema.ts'

interface RepositoryFormProps {
  /** The current values; absent for a new repository. */
  initial?: RepositoryFields
  plain: HiddenFormFields
  /** The owner of the repository. The language field suggests the languages of the owner's repositories. */
  owner: RequestedOwner
  submitLabel: string
  onSave: (fields: RepositoryFields) => Promise<void>
  onCancel: () => void
}

const EMPTY: RepositoryFields = {
  name: '',
  link: '',
  description: '',
  language: '',
  topics: '',
}

/** The form for a repository. If saving fails, the form keeps the entered values. */
export function RepositoryForm({ initial = EMPTY, plain, owner, submitLabel, onSave, onCancel }: RepositoryFormProps) {
  const { t } = useTranslation('repositories')
  const { field, ...form } = useSaveForm({
    intent: plain.intent,
    schema: repositoryFields,
    initial,
    sentence: (key: MessageKeyOf<'repositories'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'nameTaken',
    onSave,
  })

  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <HiddenFields values={plain} />
      <TextField label={t('name')} autoFocus autoComplete="off" dir="auto" {...field('name')} />
      <EmailOrUrlField label={t('link')} type="url" hint={t('linkHint')} {...field('link')} />
      <TextareaField
        isOptional
        label={t('description')}
        dir="auto"
        hint={t('descriptionHint')}
        {...field('description')}
      />
      <LanguageField owner={owner} {...field('language')} />
      <TopicsField {...field('topics')} />
      <FormEnd {...form} submitLabel={submitLabel} onCancel={onCancel} />
    </form>
  )
}
