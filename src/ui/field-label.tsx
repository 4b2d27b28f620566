import { useTranslation } from 'react-i18next'

interface FieldLabelProps {
  htmlFor: string
  label: string
  /** The field may stay empty. */
  isOptional?: boolean | undefined
}

/** The label above a field that may say that the field is optional. */
export function FieldLabel({ htmlFor, label, isOptional }: FieldLabelProps) {
  const { t } = useTranslation()
  return (
    <label htmlFor={htmlFor} className="mb-1.5 block font-medium">
      {label}
      {isOptional && <span className="ms-2 text-small font-normal text-muted">{t('optional')}</span>}
    </label>
  )
}
