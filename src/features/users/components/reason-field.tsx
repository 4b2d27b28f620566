import type { Ref, TextareaHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { TextareaField } from '#ui/textarea-field.tsx'
import { useFieldMessage } from './use-field-message.ts'

interface ReasonFieldProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Who will read it. */
  hint: string
  /** The key of its message. */
  errorKey: string | undefined
  ref?: Ref<HTMLTextAreaElement>
}

/** Why it is done. */
export function ReasonField({ errorKey, ...field }: ReasonFieldProps) {
  const { t } = useTranslation('user')
  const messageOf = useFieldMessage()
  return <TextareaField {...field} label={t('reason')} rows={3} autoFocus dir="auto" error={messageOf(errorKey)} />
}
