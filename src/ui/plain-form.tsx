import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface OneFieldForm {
  /** The first message under the field: why the form was refused when it was sent without JavaScript. */
  initialError?: string | undefined
  /** Returns the message for invalid input; undefined if it can be sent. */
  findProblem: (input: HTMLInputElement) => string | undefined
  /** Sends the text. The form stays busy afterwards, because another page follows. */
  onSend: (text: string) => Promise<void>
  /** Returns the message for a failure. */
  failureText: (failure: unknown) => string | Promise<string>
}

/**
 * Handles a form of a single field, as before signing in, where every byte counts: without a library, and with all messages
 * under the field. Without JavaScript the browser sends the same form. Other forms use `useSaveForm`.
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

/** The hidden fields of a form that the browser can send: its purpose, and the user or object that it is about. */
export type PlainForm = { intent: string } & Record<string, string>

/** The fields that a form sends in addition to the input if no script sends it. */
export function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** A hidden field that states the language of typed numbers and days if no script sends the form. */
export function InputLanguageField() {
  const { i18n } = useTranslation()
  return <HiddenFields values={{ typedIn: i18n.language }} />
}
