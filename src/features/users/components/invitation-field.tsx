import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_CHOICES } from '#i18n/languages.ts'
import { SelectField } from '#ui/select-field.tsx'

/** The languages that an invitation can be written in, each named in itself. */
interface InvitationFieldProps {
  name: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The field of a new person that says whether they are invited by mail, and in which language. */
export function InvitationField(field: InvitationFieldProps) {
  const { t } = useTranslation('user')
  return (
    <SelectField
      label={t('invitation.email')}
      options={[{ value: '', label: t('invitation.doNotSend') }, ...LANGUAGE_CHOICES]}
      hint={t('invitation.hint', { days: appConfig.invitation.days })}
      {...field}
    />
  )
}
