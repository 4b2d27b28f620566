import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { LANGUAGE_CHOICES } from '#i18n/languages.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { exactTime } from '#lib/time-zone.ts'
import { FormEnd } from '#ui/form-end.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { HiddenFields, type HiddenFormFields } from '#ui/plain-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EmailOrUrlField, TextField } from '#ui/text-field.tsx'
import { useTimeFormat } from '#ui/time-zone.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { newUserFields, type NewUserFields, type UserFields } from '../users.schema.ts'
import { ROLES } from '../user-choices.ts'

interface UserFormProps {
  breadcrumb: ReactNode
  title: string
  /** The current values; absent for a new user. */
  initial?: UserFields
  plain: HiddenFormFields
  /** The initially selected language of the invitation, or empty for no invitation. Absent in forms without an invitation. */
  invitation?: NewUserFields['invitation']
  /** Whether the administrator edits their own account, whose address and role cannot be changed in this form. */
  isSelf?: boolean
  /** ISO 8601; the time until which other administrators cannot change the user's address; null if they can change it now. */
  protectedUntil?: string | null
  submitLabel: string
  /** The link that leaves the form without saving. */
  cancelLink: ReactNode
  onSave: (fields: NewUserFields) => Promise<void>
}

const EMPTY_FIELDS: UserFields = { email: '', name: '', role: 'user' }

/** The page with the form for a user. If saving fails, the form keeps the entered values. */
export function UserForm({
  title,
  initial = EMPTY_FIELDS,
  invitation,
  plain,
  isSelf = false,
  protectedUntil = null,
  onSave,
  ...props
}: UserFormProps) {
  const { t } = useTranslation(['users', 'user', 'common'])
  const { field, choice, ...form } = useSaveForm({
    intent: plain.intent,
    schema: newUserFields,
    initial: { ...initial, invitation: invitation ?? '' },
    sentence: (key: MessageKeyOf<'users'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'emailTaken',
    onSave,
  })
  // An administrator's address is fixed for others: at a changed address, they would get the codes that sign in to the account.
  const isAdmin = initial.role === 'admin'
  const isEmailFixed = isSelf || isAdmin || protectedUntil !== null
  const emailHint = useEmailHint({ isSelf, isAdmin, protectedUntil })
  const roles = ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))

  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="max-w-[560px]">
      <HiddenFields values={plain} />
      {props.breadcrumb}
      <PageHeader title={title} />
      <div className="grid gap-5 rounded-card border border-hairline bg-surface p-6">
        <EmailOrUrlField
          label={t('email')}
          type="email"
          autoFocus={!isEmailFixed}
          readOnly={isEmailFixed}
          hint={emailHint}
          {...field('email')}
        />
        <TextField label={t('name')} autoComplete="off" dir="auto" autoFocus={isEmailFixed} {...field('name')} />
        {isSelf ? (
          <SelectField label={t('role')} options={roles} value={initial.role} disabled hint={t('ownRoleHint')} />
        ) : (
          <SelectField label={t('role')} options={roles} {...choice('role')} />
        )}
        {invitation !== undefined && (
          <SelectField
            label={t('user:invitation.email')}
            options={[{ value: '', label: t('user:invitation.doNotSend') }, ...LANGUAGE_CHOICES]}
            hint={t('user:invitation.hint', { days: appConfig.invitation.days })}
            {...choice('invitation')}
          />
        )}
        <FormEnd {...form} submitLabel={props.submitLabel} cancelLink={props.cancelLink} />
      </div>
    </form>
  )
}

function useEmailHint({
  isSelf,
  isAdmin,
  protectedUntil,
}: Required<Pick<UserFormProps, 'isSelf' | 'protectedUntil'>> & { isAdmin: boolean }): string {
  const { t } = useTranslation('users')
  const { language, timeZone } = useTimeFormat()
  if (isSelf) return t('ownEmailHint')
  if (isAdmin) return t('administratorEmailHint')
  if (protectedUntil === null) return t('emailHint')
  return t('protectedEmailHint', { moment: exactTime(protectedUntil, language, timeZone) })
}
