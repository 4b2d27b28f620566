import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldMessage, type FieldMessageProps } from './field-message.tsx'

/** The props that the fields of a form share. */
export interface FieldProps extends Pick<FieldMessageProps, 'hint' | 'error'> {
  label: string
  /** Whether the field may stay empty. */
  isOptional?: boolean | undefined
}

/** The attributes of a field's control. */
export interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string
}

interface FrameProps extends FieldProps, Pick<FieldMessageProps, 'lines'> {
  className?: string
  /** Returns the control with these attributes. */
  children: (control: ControlProps) => ReactNode
}

/** A control with its label above, which notes if the field is optional, and its hint or error below. */
export function Field({ label, isOptional, className, children, ...message }: FrameProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-medium break-words">
        {/* One text node, because Chromium leaves a space of its own out of the name of the control. */}
        {`${label} `}
        {isOptional && <span className="ms-1 text-small font-normal text-muted">{t('optional')}</span>}
      </label>
      {children({ id, 'aria-invalid': message.error ? true : undefined, 'aria-describedby': `${id}-message` })}
      <FieldMessage {...message} id={`${id}-message`} />
    </div>
  )
}
