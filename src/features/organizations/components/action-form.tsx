import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { HiddenFields, type PlainForm } from '#ui/plain-form.tsx'
import { showFailure } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'

interface ActionFormProps extends Omit<ButtonProps, 'onClick' | 'type'> {
  /** The fields that the form submits without JavaScript. */
  plain: PlainForm
  onAct: () => Promise<unknown>
}

/** A button that runs `onAct` without a dialog, and shows a failure as a toast. Without JavaScript, it submits `plain`. */
export function ActionForm({ plain, onAct, children, ...button }: ActionFormProps) {
  const act = useFailureToast()
  const [isBusy, setIsBusy] = useState(false)

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    setIsBusy(true)
    void act(onAct).then(() => setIsBusy(false))
  }

  return (
    <form method="post" onSubmit={onSubmit}>
      <HiddenFields values={plain} />
      <Button {...button} type="submit" isBusy={isBusy}>
        {children}
      </Button>
      <Refusal plain={plain} />
    </form>
  )
}

/** Returns a function that runs an action, and shows a toast if the action fails. */
export function useFailureToast() {
  const { i18n } = useTranslation()
  return (act: () => Promise<unknown>) =>
    act().catch(async (error: unknown) => showFailure(await errorTextOf(i18n, error)))
}

/** Shows why the server rejected the form `plain`, after the user submitted it without JavaScript. */
export function Refusal({ plain }: Pick<ActionFormProps, 'plain'>) {
  const refused = useRefusedForm(plain.intent)
  const isOfThis = refused && Object.entries(plain).every(([name, value]) => refused.fields[name] === value)
  return (
    isOfThis && (
      <p role="alert" className="mt-1 text-small text-danger">
        {refused.text}
      </p>
    )
  )
}
