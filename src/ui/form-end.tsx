import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

interface FormErrorProps {
  /** The error message; undefined if nothing failed, so that the line takes no space. */
  text: string | undefined
  className?: string
}

/** The message why something failed, announced when it appears. */
export function FormError({ text, className = '' }: FormErrorProps) {
  return (
    <p role="alert" className={text ? `text-small text-danger ${className}` : 'sr-only'}>
      {text}
    </p>
  )
}

/** The buttons at the end of a form: the main one last, or on phones at the top of a column. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="form-buttons max-sm:flex-col-reverse">{children}</div>
}

interface FormEndProps {
  errorText: string | undefined
  isBusy: boolean
  /** The label of the button that sends the form; 'Save' by default. */
  submitLabel?: string
  /** Called on Cancel; absent for the form of a page, which has no such button. */
  onCancel?: (() => void) | undefined
  /** The link that leaves the form, in place of the Cancel button. */
  cancelLink?: ReactNode
}

/** The end of a form: the reason why it was not saved, and the buttons to cancel and to save. */
export function FormEnd({ errorText, isBusy, submitLabel, onCancel, cancelLink }: FormEndProps) {
  const { t } = useTranslation()
  return (
    <>
      <FormError text={errorText} />
      <FormButtons>
        {cancelLink}
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? t('saving') : (submitLabel ?? t('save'))}
        </Button>
      </FormButtons>
    </>
  )
}
