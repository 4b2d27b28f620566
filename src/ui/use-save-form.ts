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
import { requireTexts } from '#i18n/require-texts.ts'
import { AppError, fieldErrors, isErrorCode } from '#lib/app-error.ts'
import { readFields, writeFields } from '#lib/form-fields.ts'
import type { RefusedForm } from '#lib/form-answer.ts'
import { numbersOf, type RuleNumbers, type Sentence } from '#lib/broken-rule.ts'
import { checkInput, isValidationKey } from '#lib/validation-message.ts'
import { useErrorText } from './use-error-text.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useRefusedForm } from './use-refused-form.ts'

/** What stands in the fields: texts, and the files that were chosen. */
type Fields = Record<string, string | File | undefined>

interface SaveForm<Input extends Fields, Output, Key extends string> {
  /** What it is sent for without JavaScript, as `HiddenFields` say it; absent where it needs a script. */
  intent?: string
  /** Its messages are keys of the form's sentences. */
  schema: z.ZodMiniType<Output, Input>
  /** Texts as the schema has them; of a row they are `z.encode(schema, row)`. */
  initial: NoInfer<Input>
  /** Tells what is wrong with a field: `(key: MessageKeyOf<'users'>, numbers) => t(`messages.${key}`, numbers)`. */
  sentence: Sentence<Key>
  /** The sentence of a field whose value somebody else has already. */
  takenKey?: NoInfer<Key>
  /** It stands in a question over the page: it may be left without a warning, and is looked at anew when sent again. */
  isQuestion?: boolean
  /** Saves; what it throws is shown on its field, or as `errorText`. `sent` is for a server function of the same schema. */
  onSave: (fields: Output, sent: Input) => Promise<void>
}

/** A rule that a field breaks, as react-hook-form keeps it. */
interface BrokenRule extends FieldError {
  numbers?: RuleNumbers | undefined
}

/**
 * A form that is saved as a whole. A refused save says why and keeps what was typed; leaving with changes asks first. A
 * form of a single field that also works without JavaScript has `useOneFieldForm`.
 */
export function useSaveForm<Input extends Fields, Output extends object, Key extends string>({
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
  const [start] = useState(() => startOf(schema, initial, i18n.language, refused, takenKey))
  const read = (typed: Input) => readFields(schema, typed, i18n.language)
  const form = useForm<Input, unknown, Output>({
    resolver: async (typed) => {
      const { messages, ...result } = checked(schema, read(typed))
      await requireSharedSentences(i18n, messages)
      return result
    },
    defaultValues: start.fields as DefaultValues<Input>,
    ...(start.errors && { errors: start.errors }),
    reValidateMode: isQuestion ? 'onSubmit' : 'onChange',
  })
  const { errorText, showError, clearError } = useErrorText(start.errors ? undefined : refused?.text)
  // Two submits may come before the form shows that it is busy.
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
      await requireSharedSentences(i18n, messages)
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
    if (!isShared(message)) return sentence(message as Key, numbers)
    return i18n.t(`errors:${message}`, { ...numbers, defaultValue: i18n.t('common:pages.500.title') })
  }

  function registered(name: Path<Input>) {
    const broken: BrokenRule | undefined = form.getFieldState(name, form.formState).error
    const error = broken?.message && sentenceFor(broken.message, broken.numbers ?? {})
    const { onChange, onBlur, ...attributes } = form.register(name)
    // Whoever writes their own control says what was chosen in it.
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

  /** The attributes of a field of `#ui` that is typed in: for text, a number, money, a day. */
  function field(name: Path<Input>) {
    const { attributes, onChange, onBlur, start } = registered(name)
    return { ...attributes, onChange, onBlur, defaultValue: start }
  }

  /** The attributes of a field of `#ui` to choose from: a select, a group of radio buttons, a combobox. */
  function choice(name: Path<Input>) {
    const { attributes, choose, start } = registered(name)
    return { ...attributes, onChange: choose as (value: string) => void, defaultValue: start }
  }

  /** The attributes of a box or a switch of `#ui`. */
  function tick(name: Path<Input>) {
    const { attributes, choose, start } = registered(name)
    const onTick = (isOn: boolean) => choose(isOn ? 'on' : '')
    return { ...attributes, ref: focusedBy(attributes.ref), onTick, defaultChecked: start === 'on' }
  }

  /** The attributes of a field of `#ui` for a file. */
  function file(name: Path<Input>) {
    const { attributes, choose } = registered(name)
    return { ...attributes, ref: focusedBy(attributes.ref), onFile: choose }
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
 * Gives react-hook-form a way to focus a control, and not the control: of a box it would read true and false, and of a file
 * a list, which no form without JavaScript sends.
 */
function focusedBy(ref: RefCallBack): RefCallback<HTMLElement> {
  return (control) => ref(control && { focus: () => control.focus() })
}

/** What the fields hold at first, and what is wrong with them: where the form was refused, what was typed and why. */
function startOf<Input extends Fields, Output>(
  schema: z.ZodMiniType<Output, Input>,
  initial: Input,
  language: string,
  refused: RefusedForm | undefined,
  takenKey?: string,
): { fields: Input; errors?: FieldErrors<Input> } {
  const written = writeFields(schema, initial, language)
  if (!refused) return { fields: written }
  const typed = Object.entries(written).map(([name, value]) => [name, refused.fields[name] ?? value])
  const fields = Object.fromEntries(typed) as Input
  const { numbers } = refused.failure.details
  const told = Object.entries(fieldErrors(refused.failure)).map(([name, key]): [string, BrokenRule] => [
    name,
    { type: 'server', message: key === 'TAKEN' ? takenKey : key, numbers: numbers?.[name] },
  ])
  if (told.length === 0) return { fields }
  // What was typed breaks its rule here too; a file is not here any more.
  const broken = checked(schema, readFields(schema, fields, language)).errors
  return { fields, errors: { ...Object.fromEntries(told), ...broken } as FieldErrors<Input> }
}

function checked<Input extends Fields, Output>(schema: z.ZodMiniType<Output, Input>, typed: Input) {
  const parsed = checkInput(schema, typed)
  if (parsed.success) return { values: parsed.data, errors: {}, messages: [] }
  const errors = parsed.error.issues.map((issue): [string, BrokenRule] => [
    issue.path.join('.'),
    { type: issue.code, message: issue.message, numbers: numbersOf(issue) },
  ])
  const messages = parsed.error.issues.map(({ message }) => message)
  return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input>, messages }
}

/** Fetches the sentences that forms share where one of these messages is among them; without them a plain one is said. */
async function requireSharedSentences(i18n: i18n, messages: (string | undefined)[]): Promise<void> {
  if (messages.some((message) => message !== undefined && isShared(message)))
    await requireTexts(i18n, ['errors']).catch(() => undefined)
}

/** A rule's key or an error's code, whose sentences no form has of its own. */
function isShared(message: string): boolean {
  return isValidationKey(message) || isErrorCode(message)
}
