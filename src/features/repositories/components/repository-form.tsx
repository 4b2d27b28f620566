import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { HiddenFields, type PlainForm } from '#ui/plain-form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { TopicsField } from './topics.tsx' // of repositories alone
import { LanguageField } from './language-field.tsx' // of repositories alone
import type { AskedOwner } from '../repositories.schema.ts' // of repositories alone
import { repositoryFields, type RepositoryFields } from '../repositories.schema.ts'

interface RepositoryFormProps {
  /** What is there now; absent for a new repository. */
  initial?: RepositoryFields
  plain: PlainForm
  // of repositories alone, from here
  /** Whose repositories' languages are offered. */
  owner: AskedOwner
  // of repositories alone, to here
  submitLabel: string
  /** Saves; what it throws is shown on its field, or above the button. */
  onSave: (fields: RepositoryFields) => Promise<void>
  /** Leaves it without saving. */
  onCancel: () => void
}

const EMPTY: RepositoryFields = {
  name: '',
  link: '',
  description: '',
  language: '', // of repositories alone
  topics: '', // of repositories alone
}

/** The form for a repository. A failing save keeps what was typed. */
export function RepositoryForm({
  initial = EMPTY,
  plain,
  owner, // of repositories alone
  submitLabel,
  onSave,
  onCancel,
}: RepositoryFormProps) {
  const { t } = useTranslation(['repositories', 'common'])
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    intent: plain.intent,
    schema: repositoryFields,
    initial,
    sentence: (key: MessageKeyOf<'repositories'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'nameTaken',
    onSave,
  })

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      <HiddenFields values={plain} />
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
      <TextareaField
        isOptional
        label={t('description')}
        dir="auto"
        hint={t('descriptionHint')}
        {...field('description')}
      />
      {/* of repositories alone, from here */}
      <LanguageField owner={owner} {...field('language')} />
      <TopicsField {...field('topics')} />
      {/* of repositories alone, to here */}
      <FormError text={errorText} />
      <FormButtons>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? t('common:saving') : submitLabel}
        </Button>
      </FormButtons>
    </form>
  )
}
