import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './form-end.tsx'
import { HiddenFields, type HiddenFormFields } from './plain-form.tsx'
import { useAction } from './use-error-text.ts'
import { useRefusedForm } from './use-refused-form.ts'

interface ConfirmQuestion {
  isOpen: boolean
  onClose: () => void
  /** The action and its object in a few words: 'Delete Analytical Engines'. */
  summary: string
  /** The consequences of the action, in sentences. */
  description: ReactNode
  /** The name of the action; 'Confirm' by default. */
  action?: string
  /** Whether the action itself cancels something. 'Cancel' would then be ambiguous, so the other button is 'Keep it'. */
  isCancellation?: boolean
  /** The fields that the dialog's form sends without JavaScript; absent if the action needs a script. */
  plain?: HiddenFormFields
  /** Whether the action deletes or blocks something, even if that can be undone. The button then has the color of danger. */
  isDestructive?: boolean
}

interface ConfirmProps extends ConfirmQuestion {
  /** Performs the action. An error is shown, and the user can try again. */
  onConfirm: () => Promise<unknown>
}

/**
 * A dialog with the question 'Are you sure?' and the consequences. Enter on Cancel cancels. `src/architecture/questions.ts` reads
 * the texts of the buttons from the code that uses the dialog.
 */
export function Confirm({ onConfirm, ...question }: ConfirmProps) {
  const refused = useRefusedForm(question.plain?.intent ?? '')
  const { run, ...form } = useAction({ initial: refused?.text })

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    run(async () => {
      await onConfirm()
      question.onClose()
    })
  }

  return <ConfirmForm {...question} form={{ ...form, onSubmit }} />
}

interface ConfirmButtonProps
  extends
    Omit<ConfirmProps, 'isOpen' | 'onClose' | 'plain'>,
    Pick<ButtonProps, 'variant' | 'className' | 'aria-label'> {
  /** The name of the action, on the button and in the dialog. */
  action: string
}

/** A button that performs an action after a confirmation. */
export function ConfirmButton({ variant, className, 'aria-label': label, ...question }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant={variant} className={className} aria-label={label} onClick={() => setIsAsking(true)}>
        {question.action}
      </Button>
      <Confirm {...question} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  )
}

interface ConfirmFormProps extends ConfirmQuestion {
  /** The form of `useSaveForm`, whose `onSave` closes the dialog. */
  form: { errorText: string | undefined; isBusy: boolean; onSubmit: (event: SyntheticEvent) => void }
  /** The fields to fill in, such as a reason. */
  children?: ReactNode
}

/** A confirmation with fields. An error is shown at its field, and the dialog stays open. */
export function ConfirmForm({
  isOpen,
  onClose,
  summary,
  description,
  action,
  isCancellation = false,
  isDestructive = false,
  plain,
  form,
  children,
}: ConfirmFormProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('areYouSure')}
      description={
        <>
          <strong className="block font-semibold wrap-anywhere text-text">{summary}</strong> {description}
        </>
      }
      worksWithoutJavaScript={plain !== undefined}
    >
      <form method="post" noValidate onSubmit={form.onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {plain && <HiddenFields values={plain} />}
        {children}
        <FormError text={form.errorText} />
        <div className="form-buttons">
          <Button onClick={onClose}>{isCancellation ? t('keepIt') : t('cancel')}</Button>
          <Button type="submit" variant={isDestructive ? 'destructive' : 'primary'} isBusy={form.isBusy}>
            {action ?? t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
