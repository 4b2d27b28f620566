import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldMessage, type FieldMessageProps } from './field-message.tsx'

/** The props that the fields of a form share. */
export interface FieldProps extends Pick<FieldMessageProps, 'hint' | 'error'> {
  label: string
  /** Whether the field may stay empty. */
  isOptional?: boolean | undefined
}

interface FrameProps extends FieldProps, FieldMessageProps {
  className?: string
  /** The control, which has this ID and is described by `${id}-message`. */
  children: ReactNode
}

/** A control with its label above, which notes if the field is optional, and its hint or error below. */
export function Field({ id, label, isOptional, className, children, ...message }: FrameProps) {
  const { t } = useTranslation()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium break-words">
        {/* One text node, because Chromium leaves a space of its own out of the name of the control. */}
        {`${label} `}
        {isOptional && <span className="ms-1 text-small font-normal text-muted">{t('optional')}</span>}
      </label>
      {children}
      <FieldMessage {...message} id={`${id}-message`} />
    </div>
  )
}
