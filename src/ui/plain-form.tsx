import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface OneFieldForm {
  /** The initial message under the field, if the form was sent without JavaScript and refused. */
  initialError?: string | undefined
  /** Returns the message for invalid input; undefined if it can be sent. */
  findProblem: (input: HTMLInputElement) => string | undefined
  /** Sends the text. The form stays busy afterwards, because another page follows. */
  onSend: (text: string) => Promise<void>
  /** Returns the message for a failure. */
  failureText: (failure: unknown) => string | Promise<string>
}

/**
 * Handles a form of a single field, for pages that must be very small, such as sign-in. Uses no library, and shows all messages
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
    }
    setIsBusy(false)
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

/** The hidden fields of a form that the browser can send: the form's purpose, and the user or object to change. */
export type HiddenFormFields = { intent: string } & Record<string, string>

/** The fields that a form without JavaScript sends in addition to the input. */
export function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** A hidden field with the language of typed numbers and days, in forms that are sent without JavaScript. */
export function InputLanguageField() {
  const { i18n } = useTranslation()
  return <HiddenFields values={{ typedIn: i18n.language }} />
}
