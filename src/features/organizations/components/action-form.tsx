import { useState, type SyntheticEvent } from 'react'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { FormError } from '#ui/form-end.tsx'
import { HiddenFields, type HiddenFormFields } from '#ui/plain-form.tsx'
import { useFailureToast } from '#ui/use-error-text.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'

interface ActionFormProps extends Omit<ButtonProps, 'onClick' | 'type'> {
  /** The fields that the form submits without JavaScript. */
  plain: HiddenFormFields
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

/** Shows why the server rejected the form `plain`, after the user submitted it without JavaScript. */
export function Refusal({ plain }: Pick<ActionFormProps, 'plain'>) {
  const refused = useRefusedForm(plain.intent)
  const isOfThis = refused && Object.entries(plain).every(([name, value]) => refused.fields[name] === value)
  return isOfThis && <FormError text={refused.text} className="mt-1" />
}
