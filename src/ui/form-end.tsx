import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

interface FormErrorProps {
  /** The error message; undefined if nothing failed, so that the line takes no space. */
  text: string | undefined
  className?: string
}

/** The line that says why something failed, announced when it appears. */
export function FormError({ text, className = '' }: FormErrorProps) {
  return (
    <p role="alert" className={text ? `text-small text-danger ${className}` : 'sr-only'}>
      {text}
    </p>
  )
}

/** The buttons at the end of a form, the main one last; on phones below each other, the main one first. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className="form-buttons max-sm:flex-col-reverse">{children}</div>
}

interface FormEndProps {
  errorText: string | undefined
  isBusy: boolean
  /** The label of the button that sends the form; 'Save' by default. */
  submitLabel?: string
  /** Absent for a form of a page, which nothing cancels. */
  onCancel?: (() => void) | undefined
}

/** The end of a form: why it was not saved, and the buttons to cancel and to save. */
export function FormEnd({ errorText, isBusy, submitLabel, onCancel }: FormEndProps) {
  const { t } = useTranslation()
  return (
    <>
      <FormError text={errorText} />
      <FormButtons>
        {onCancel && <Button onClick={onCancel}>{t('cancel')}</Button>}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {isBusy ? t('saving') : (submitLabel ?? t('save'))}
        </Button>
      </FormButtons>
    </>
  )
}
