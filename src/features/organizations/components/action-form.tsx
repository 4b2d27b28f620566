import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '#ui/button.tsx'
import { HiddenFields, type PlainForm } from '#ui/plain-form.tsx'
import { showFailure } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'
import { useRefusedForm } from '#ui/use-refused-form.ts'

interface ActionFormProps extends Omit<ButtonProps, 'onClick' | 'type'> {
  /** What it sends without JavaScript. */
  plain: PlainForm
  onAct: () => Promise<unknown>
}

/** A button that does something at once, and without JavaScript is a form of its own. */
export function ActionForm({ plain, onAct, children, ...button }: ActionFormProps) {
  const { i18n } = useTranslation()
  const refused = useRefusedForm(plain.intent)
  const [isBusy, setIsBusy] = useState(false)
  const isOfThis = refused && Object.entries(plain).every(([name, value]) => refused.fields[name] === value)

  async function act() {
    setIsBusy(true)
    try {
      await onAct()
    } catch (error) {
      void showFailure(await errorTextOf(i18n, error))
    }
    setIsBusy(false)
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    void act()
  }

  return (
    <form method="post" onSubmit={onSubmit}>
      <HiddenFields values={plain} />
      <Button {...button} type="submit" isBusy={isBusy}>
        {children}
      </Button>
      {isOfThis && (
        <p role="alert" className="mt-1 text-small text-danger">
          {refused.text}
        </p>
      )}
    </form>
  )
}
