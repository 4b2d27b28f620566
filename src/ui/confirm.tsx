import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './form-end.tsx'
import { HiddenFields, type PlainForm } from './plain-form.tsx'
import { useErrorText } from './use-error-text.ts'
import { useRefusedForm } from './use-refused-form.ts'

interface Question {
  isOpen: boolean
  onClose: () => void
  /** The act and its object, in a few words: 'Delete Analytical Engines'. */
  summary: string
  /** What else will happen, in sentences. */
  description: string
  /** The name of the action; 'Confirm' unless told otherwise. */
  action?: string
  /** The act is itself a cancelling or an undoing, so that 'Cancel' could mean either button: the way out is 'Keep it'. */
  isUndoing?: boolean
  /** What it sends without JavaScript; absent where it needs a script. */
  plain?: PlainForm
  /** What is deleted or shut out by it does not come back by itself. */
  isDestructive?: boolean
}

interface ConfirmProps extends Question {
  /** Does it. A failure is shown, and it can be tried again. */
  onConfirm: () => Promise<unknown>
}

/**
 * A dialog that asks 'Are you sure?' and says what will happen. Enter on Cancel cancels. `src/architecture/questions.ts` reads
 * the texts of its buttons from where it is used.
 */
export function Confirm({ onConfirm, ...question }: ConfirmProps) {
  const refused = useRefusedForm(question.plain?.intent ?? '')
  const { errorText, showError, clearError } = useErrorText(refused?.text)
  const [isBusy, setIsBusy] = useState(false)

  async function confirm() {
    setIsBusy(true)
    clearError()
    try {
      await onConfirm()
      question.onClose()
    } catch (error) {
      await showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    void confirm()
  }

  return <ConfirmForm {...question} form={{ errorText, isBusy, onSubmit }} />
}

interface ConfirmFormProps extends Question {
  /** Of `useSaveForm`: closes the question when it is done. */
  form: { errorText: string | undefined; isBusy: boolean; onSubmit: (event: SyntheticEvent) => void }
  /** What has to be said first: a reason, say. */
  children?: ReactNode
}

/** A dialog that asks with fields to fill in: what is wrong stands on its field, and the question stays open. */
export function ConfirmForm({
  isOpen,
  onClose,
  summary,
  description,
  action,
  isUndoing = false,
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
      isPlain={plain !== undefined}
    >
      <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
        {plain && <HiddenFields values={plain} />}
        {children}
        <FormError text={form.errorText} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{isUndoing ? t('keepIt') : t('cancel')}</Button>
          <Button type="submit" variant={isDestructive ? 'destructive' : 'primary'} isBusy={form.isBusy}>
            {action ?? t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
