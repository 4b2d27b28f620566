import { useRef, type SyntheticEvent } from 'react'
import { useForm, type DefaultValues, type FieldError, type FieldErrors, type Path } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldErrors } from '#lib/app-error.ts'
import { numbersOf, type RuleNumbers, type Sentence } from '#lib/broken-rule.ts'
import { useErrorText } from './use-error-text.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

type Fields = Record<string, string>

interface SaveForm<Saved extends Fields, Key extends string> {
  /** Its messages are keys of the form's sentences. */
  schema: z.ZodMiniType<Saved, Saved>
  initial: Saved
  /** Tells what is wrong with a field: `(key: MessageKeyOf<'users'>, numbers) => t(`messages.${key}`, numbers)`. */
  sentence: Sentence<Key>
  /** The sentence of a field whose value somebody else has already. */
  takenKey?: NoInfer<Key>
  /** It stands in a question over the page: it may be left without a warning, and is looked at anew when sent again. */
  isQuestion?: boolean
  /** Saves; what it throws is shown on its field, or as `errorText`. */
  onSave: (fields: Saved) => Promise<void>
}

/** A rule that a field breaks, as react-hook-form keeps it. */
interface BrokenRule extends FieldError {
  numbers?: RuleNumbers
}

/**
 * A form that is saved as a whole. A refused save says why and keeps what was typed; leaving with changes asks first. A
 * form of a single field that also works without JavaScript has `useOneFieldForm`.
 */
export function useSaveForm<Saved extends Fields, Key extends string>({
  schema,
  initial,
  sentence,
  takenKey,
  isQuestion = false,
  onSave,
}: SaveForm<Saved, Key>) {
  const form = useForm<Saved, unknown, Saved>({
    resolver: (typed) => checked(schema, typed),
    defaultValues: initial as DefaultValues<Saved>,
    reValidateMode: isQuestion ? 'onSubmit' : 'onChange',
  })
  const { errorText, showError, clearError } = useErrorText()
  // Two submits may come before the form shows that it is busy.
  const isUnderWay = useRef(false)
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState
  useLeaveWarning(!isQuestion && isDirty && !isSubmitting && !isSubmitSuccessful)

  async function save(fields: Saved) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    clearError()
    try {
      await onSave(fields)
    } catch (error) {
      const wrong = Object.entries(fieldErrors(error))
      for (const [index, [name, key]] of wrong.entries())
        form.setError(name as Path<Saved>, { message: key === 'TAKEN' ? takenKey : key }, { shouldFocus: index === 0 })
      if (wrong.length > 0) return
      form.setError('root', {})
      await showError(error)
    } finally {
      isUnderWay.current = false
    }
  }

  /** The attributes of a text field of `#ui`. */
  function field(name: Path<Saved>) {
    const broken: BrokenRule | undefined = form.getFieldState(name, form.formState).error
    const error = broken?.message && sentence(broken.message as Key, broken.numbers ?? {})
    return { ...form.register(name), defaultValue: initial[name], error }
  }

  /** The attributes of a select of `#ui`. */
  function choice(name: Path<Saved>) {
    const { onChange, ...attributes } = field(name)
    return { ...attributes, onChange: (value: string) => void onChange({ target: { name, value } }) }
  }

  return {
    field,
    choice,
    errorText,
    isBusy: isSubmitting,
    onSubmit: (event: SyntheticEvent) => void form.handleSubmit(save)(event),
  }
}

function checked<Saved extends Fields>(schema: z.ZodMiniType<Saved, Saved>, typed: Saved) {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return { values: parsed.data, errors: {} }
  const errors = parsed.error.issues.map((issue): [string, BrokenRule] => [
    issue.path.join('.'),
    { type: issue.code, message: issue.message, numbers: numbersOf(issue) },
  ])
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Saved> }
}
