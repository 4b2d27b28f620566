import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useErrorText } from '#ui/use-error-text.ts'
import { useLeaveWarning } from '#ui/use-leave-warning.ts'
import { nameInput } from '#person/person-fields.ts'

interface NameFormProps {
  name: string
  onSave: (name: string) => Promise<void>
}

/** What the person is called. A failing save keeps what was typed. */
export function NameForm({ name, onSave }: NameFormProps) {
  const { t } = useTranslation(['onboarding', 'common'])
  const form = useForm({ resolver: zodResolver(nameInput), defaultValues: { name } })
  const { errorText, showError, clearError } = useErrorText()
  const { errors, isSubmitting, isDirty, isSubmitSuccessful } = form.formState
  useLeaveWarning(isDirty && !isSubmitting && !isSubmitSuccessful)
  const wrong = errors.name?.message as 'nameRequired' | 'nameInvalid' | 'nameTooLong' | undefined

  async function save(typed: { name: string }) {
    clearError()
    try {
      await onSave(typed.name)
    } catch (error) {
      form.setError('root', {})
      await showError(error)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="grid gap-2">
      <TextField
        label={t('name')}
        autoFocus
        autoComplete="name"
        dir="auto"
        hint={t('nameHint')}
        error={wrong && t(`messages.${wrong}`, { count: appConfig.user.nameMaxLength })}
        {...form.register('name')}
      />
      <p role="alert" className="min-h-5 text-sm text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="primary" isBusy={isSubmitting} className="justify-self-end max-sm:w-full">
        {isSubmitting ? t('common:saving') : t('common:save')}
      </Button>
    </form>
  )
}
