import { useForm, type DefaultValues, type FieldValues, type Path, type Resolver } from 'react-hook-form'
import { fieldErrors } from '#lib/app-error.ts'
import { useErrorText } from './use-error-text.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

interface SaveForm<Fields extends FieldValues> {
  resolver: Resolver<Fields, unknown, Fields>
  initial: Fields
  /** The message of a field whose value somebody else has already. */
  takenMessage: string
  /** Saves; what it throws is shown on its field, or as `errorText`. */
  onSave: (fields: Fields) => Promise<void>
}

/** A form that is saved as a whole. A refused save says why and keeps what was typed; leaving with changes asks first. */
export function useSaveForm<Fields extends FieldValues>({ resolver, initial, takenMessage, onSave }: SaveForm<Fields>) {
  const form = useForm<Fields, unknown, Fields>({
    resolver,
    defaultValues: initial as DefaultValues<Fields>,
  })
  const { errorText, showError, clearError } = useErrorText()
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState
  useLeaveWarning(isDirty && !isSubmitting && !isSubmitSuccessful)

  async function save(fields: Fields) {
    clearError()
    try {
      await onSave(fields)
    } catch (error) {
      const wrong = Object.entries(fieldErrors(error))
      for (const [field, key] of wrong)
        form.setError(field as Path<Fields>, { message: key === 'TAKEN' ? takenMessage : key }, { shouldFocus: true })
      if (wrong.length > 0) return
      form.setError('root', {})
      await showError(error)
    }
  }

  return { form, errorText, onSubmit: form.handleSubmit(save) }
}
