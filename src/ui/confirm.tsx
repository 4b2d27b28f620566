import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '#lib/app-error.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useErrorText } from './use-error-text.ts'

interface ConfirmProps {
  isOpen: boolean
  onClose: () => void
  /** What will happen, in words. */
  description: string
  /** The name of the action; 'Confirm' unless told otherwise. */
  action?: string
  /** Does it. A failure is shown, and it can be tried again. */
  onConfirm: () => Promise<unknown>
  /** What has to be said first: a reason, say. */
  children?: ReactNode
}

/** 'Are you sure?', with what will happen. Enter on Cancel cancels. */
export function Confirm({ isOpen, onClose, description, action, onConfirm, children }: ConfirmProps) {
  const { t } = useTranslation()
  const { errorText, showError, clearError } = useErrorText()
  const [isBusy, setIsBusy] = useState(false)

  async function confirm() {
    setIsBusy(true)
    clearError()
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      // What is wrong with a field stands on it.
      if (Object.keys(fieldErrors(error)).length === 0) await showError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('areYouSure')} description={description}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        {children}
        <p role="alert" className="min-h-5 text-sm text-danger">
          {errorText}
        </p>
        <div className="mt-2 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {action ?? t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
