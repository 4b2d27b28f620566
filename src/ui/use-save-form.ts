import type { i18n } from 'i18next'
import { useRef, useState, type RefCallback, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type Path,
  type RefCallBack,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ensureTexts } from '#i18n/require-texts.ts'
import { AppError, fieldErrors, isErrorCode } from '#lib/app-error.ts'
import { parseTypedFields, formatFieldsForTyping } from '#lib/form-fields.ts'
import type { RefusedForm } from '#lib/refused-form.ts'
import { numbersOf, type RuleNumbers, type MessageOf } from '#lib/validation-issue.ts'
import { checkInput, isValidationKey } from '#lib/validation-message.ts'
import { useErrorText } from './use-error-text.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useRefusedForm } from './use-refused-form.ts'

/** The values of the fields: texts, and chosen files. */
type FormFields = Record<string, string | File | undefined>

interface SaveForm<Input extends FormFields, Output, Key extends string> {
  /** The `intent` in the form's `HiddenFields`, which are sent without JavaScript; absent if the form needs a script. */
  intent?: string
  /** The schema, whose messages are keys of the form's texts. */
  schema: z.ZodMiniType<Output, Input>
  /** The initial texts in the format of the schema; for a row, `z.encode(schema, row)`. */
  initial: NoInfer<Input>
  /** Returns the error message of a field: `(key: MessageKeyOf<'users'>, numbers) => t(`messages.${key}`, numbers)`. */
  sentence: MessageOf<Key>
  /** The key of the message for a value that is already in use. */
  takenKey?: NoInfer<Key>
  /** Whether the form is in a dialog: it can be left without a warning, and is validated again only when it is sent. */
  isQuestion?: boolean
  /**
   * Saves the validated `fields`. A thrown error is shown next to its field, or as `errorText`. `sent` holds the input before
   * validation; pass it to a server function that validates it with the same schema.
   */
  onSave: (fields: Output, sent: Input) => Promise<void>
}

/** A rule that a field breaks, as react-hook-form stores it. */
interface BrokenRule extends FieldError {
  numbers?: RuleNumbers | undefined
}

/**
 * Handles a form that is saved as a whole. A refused save shows the reason and keeps the input. Leaving with unsaved changes
 * requires confirmation. A small form of a single field uses `useOneFieldForm`.
 */
export function useSaveForm<Input extends FormFields, Output extends object, Key extends string>({
  intent = '',
  schema,
  initial,
  sentence,
  takenKey,
  isQuestion = false,
  onSave,
}: SaveForm<Input, Output, Key>) {
  const { i18n } = useTranslation()
  const refused = useRefusedForm(intent)
  const [start] = useState(() => initialState(schema, initial, i18n.language, refused, takenKey))
  const read = (typed: Input) => parseTypedFields(schema, typed, i18n.language)
  const form = useForm<Input, unknown, Output>({
    resolver: async (typed) => {
      const { messages, ...result } = validateFields(schema, read(typed))
      await loadSharedMessages(i18n, messages)
      return result
    },
    defaultValues: start.fields as DefaultValues<Input>,
    ...(start.errors && { errors: start.errors }),
    reValidateMode: isQuestion ? 'onSubmit' : 'onChange',
  })
  const { errorText, showError, clearError } = useErrorText({ initial: start.errors ? undefined : refused?.text })
  // The form can be submitted again before it shows that it is busy.
  const isUnderWay = useRef(false)
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState
  useLeaveWarning(!isQuestion && isDirty && !isSubmitting && !isSubmitSuccessful)

  async function save(fields: Output) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    clearError()
    try {
      await onSave(fields, read(form.getValues()))
    } catch (error) {
      const wrong = Object.entries(fieldErrors(error)).filter(([name]) => Object.hasOwn(initial, name))
      const messages = wrong.map(([, key]) => (key === 'TAKEN' ? takenKey : key))
      await loadSharedMessages(i18n, messages)
      for (const [index, [name]] of wrong.entries()) {
        const numbers = error instanceof AppError ? error.details.numbers?.[name] : undefined
        form.setError(name as Path<Input>, { message: messages[index], numbers } as BrokenRule, {
          shouldFocus: index === 0,
        })
      }
      if (wrong.length > 0) return
      form.setError('root', {})
      await showError(error)
    } finally {
      isUnderWay.current = false
    }
  }

  function sentenceFor(message: string, numbers: RuleNumbers): string {
    if (!isSharedMessageKey(message)) return sentence(message as Key, numbers)
    return i18n.t(`errors:${message}`, { ...numbers, defaultValue: i18n.t('common:pages.500.title') })
  }

  function registered(name: Path<Input>) {
    const broken: BrokenRule | undefined = form.getFieldState(name, form.formState).error
    const error = broken?.message && sentenceFor(broken.message, broken.numbers ?? {})
    const { onChange, onBlur, ...attributes } = form.register(name)
    // `choose` is for controls that report their value instead of an event.
    const choose = (value: string | File | undefined) => void onChange({ target: { name, value } })
    const first = start.fields[name]
    return {
      attributes: { ...attributes, error },
      onChange,
      onBlur,
      choose,
      start: typeof first === 'string' ? first : '',
    }
  }

  /** Returns the attributes of a `#ui` field to type in: text, number, money, day. */
  function field(name: Path<Input>) {
    const { attributes, onChange, onBlur, start } = registered(name)
    return { ...attributes, onChange, onBlur, defaultValue: start }
  }

  /** Returns the attributes of a `#ui` field to choose from: select, radio buttons, combobox. */
  function choice(name: Path<Input>) {
    const { attributes, choose, start } = registered(name)
    return { ...attributes, onChange: choose as (value: string) => void, defaultValue: start }
  }

  /** Returns the attributes of a `#ui` checkbox or switch. */
  function tick(name: Path<Input>) {
    const { attributes, choose, start } = registered(name)
    const onCheckedChange = (isOn: boolean) => choose(isOn ? 'on' : '')
    return { ...attributes, ref: focusOnlyRef(attributes.ref), onCheckedChange, defaultChecked: start === 'on' }
  }

  /** Returns the attributes of a `#ui` field for a file. */
  function file(name: Path<Input>) {
    const { attributes, choose } = registered(name)
    return { ...attributes, ref: focusOnlyRef(attributes.ref), onFile: choose }
  }

  return {
    field,
    choice,
    tick,
    file,
    errorText,
    isBusy: isSubmitting,
    onSubmit: (event: SyntheticEvent) => void form.handleSubmit(save)(event),
  }
}

/**
 * Lets react-hook-form focus a control without getting the control itself. From a checkbox it would read a boolean, and from a
 * file field a list of files; forms without JavaScript send neither.
 */
function focusOnlyRef(ref: RefCallBack): RefCallback<HTMLElement> {
  return (control) => ref(control && { focus: () => control.focus() })
}

/** Returns the initial values and errors of the fields, from the refused form if there is one. */
function initialState<Input extends FormFields, Output>(
  schema: z.ZodMiniType<Output, Input>,
  initial: Input,
  language: string,
  refused: RefusedForm | undefined,
  takenKey?: string,
): { fields: Input; errors?: FieldErrors<Input> } {
  const written = formatFieldsForTyping(schema, initial, language)
  if (!refused) return { fields: written }
  const typed = Object.entries(written).map(([name, value]) => [name, refused.fields[name] ?? value])
  const fields = Object.fromEntries(typed) as Input
  const { numbers } = refused.failure.details
  const ruleErrors = Object.entries(fieldErrors(refused.failure)).map(([name, key]): [string, BrokenRule] => [
    name,
    { type: 'server', message: key === 'TAKEN' ? takenKey : key, numbers: numbers?.[name] },
  ])
  if (ruleErrors.length === 0) return { fields }
  // Validating the typed input again finds the broken rules. A chosen file is no longer available.
  const broken = validateFields(schema, parseTypedFields(schema, fields, language)).errors
  return { fields, errors: { ...Object.fromEntries(ruleErrors), ...broken } as FieldErrors<Input> }
}

function validateFields<Input extends FormFields, Output>(schema: z.ZodMiniType<Output, Input>, typed: Input) {
  const parsed = checkInput(schema, typed)
  if (parsed.success) return { values: parsed.data, errors: {}, messages: [] }
  const errors = parsed.error.issues.map((issue): [string, BrokenRule] => [
    issue.path.join('.'),
    { type: issue.code, message: issue.message, numbers: numbersOf(issue) },
  ])
  const messages = parsed.error.issues.map(({ message }) => message)
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input>, messages }
}

/** Loads the texts that forms share if one of these messages needs them; if loading fails, a general text is shown. */
async function loadSharedMessages(i18n: i18n, messages: (string | undefined)[]): Promise<void> {
  if (messages.some((message) => message !== undefined && isSharedMessageKey(message)))
    await ensureTexts(i18n, ['errors']).catch(() => undefined)
}

/** Returns whether a message is a rule's key or an error's code, whose texts all forms share. */
function isSharedMessageKey(message: string): boolean {
  return isValidationKey(message) || isErrorCode(message)
}
