import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface OneFieldForm {
  /** What is said under the field at first: why the form was refused when it was sent without JavaScript. */
  initialError?: string | undefined
  /** The sentence for what is wrong with what is typed; undefined when it can be sent. */
  findProblem: (input: HTMLInputElement) => string | undefined
  /** Sends it. The form stays busy afterwards, for the page goes on. */
  onSend: (text: string) => Promise<void>
  /** The sentence for a failure. */
  failureText: (failure: unknown) => string | Promise<string>
}

/**
 * A form of a single field, as before signing in, where every byte counts: no library, and whatever there is to say
 * stands under the field. Without JavaScript the same form is sent as it is. Others have `useSaveForm`.
 */
export function useOneFieldForm({ initialError, findProblem, onSend, failureText }: OneFieldForm) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState(initialError)
  const [isBusy, setIsBusy] = useState(false)

  async function send(typed: HTMLInputElement) {
    const problem = findProblem(typed)
    if (problem !== undefined) return refuse(problem)
    setIsBusy(true)
    setError(undefined)
    try {
      await onSend(typed.value)
    } catch (failure) {
      refuse(await failureText(failure))
      setIsBusy(false)
    }
  }

  function refuse(sentence: string) {
    setError(sentence)
    input.current?.focus()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (input.current) void send(input.current)
  }

  return { input, error, isBusy, onSubmit }
}

/** The fields of a form that sends itself, besides what is typed: what it is for, and about whom or what. */
export type PlainForm = { intent: string } & Record<string, string>

/** The fields that a form sends besides what is typed, when no script sends it. */
export function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Says, when no script sends the form, in which language its numbers and days were typed. */
export function TypedIn() {
  const { i18n } = useTranslation()
  return <HiddenFields values={{ typedIn: i18n.language }} />
}
