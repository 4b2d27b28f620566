import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { exactTime } from '#lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { FormButtons, FormError } from '#ui/form-end.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { HiddenFields, type PlainForm } from '#ui/plain-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTelling } from '#ui/time-zone.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { newUserFields, type NewUserFields, type UserFields } from '../users.schema.ts'
import { InvitationField } from './invitation-field.tsx'
import { ROLES } from '../user-choices.ts'

interface UserFormProps {
  breadcrumb: ReactNode
  title: string
  /** What is there now; absent for a new person. */
  initial?: UserFields
  plain: PlainForm
  /** The language of the invitation that is chosen at first, empty for none; absent where nobody can be invited. */
  invitation?: NewUserFields['invitation']
  /** It is the administrator's own: address and role are not changed here. */
  isSelf?: boolean
  /** Until when (ISO 8601) others cannot change the address; null where they can. */
  protectedUntil?: string | null
  submitLabel: string
  /** The way out without saving. */
  cancelLink: ReactNode
  /** Saves; what it throws is shown on its field, or above the button. */
  onSave: (fields: NewUserFields) => Promise<void>
}

const EMPTY: UserFields = { email: '', name: '', role: 'user' }

/** The form for a person, as a page. A failing save keeps what was typed. */
export function UserForm({
  title,
  initial = EMPTY,
  invitation,
  plain,
  isSelf = false,
  protectedUntil = null,
  onSave,
  ...props
}: UserFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const { field, choice, errorText, isBusy, onSubmit } = useSaveForm({
    intent: plain.intent,
    schema: newUserFields,
    initial: { ...initial, invitation: invitation ?? '' },
    sentence: (key: MessageKeyOf<'users'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'emailTaken',
    onSave,
  })
  // Whose address signs in to an administrator's account, only they decide.
  const isAdmin = initial.role === 'admin'
  const isEmailFixed = isSelf || isAdmin || protectedUntil !== null
  const emailHint = useEmailHint({ isSelf, isAdmin, protectedUntil })
  const roles = ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))

  return (
    <form method="post" noValidate onSubmit={onSubmit} className="max-w-[560px]">
      <HiddenFields values={plain} />
      {props.breadcrumb}
      <PageHeader title={title} />
      <div className="grid gap-5 rounded-card border border-hairline bg-surface p-6">
        <TextField
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
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
        {invitation !== undefined && <InvitationField {...choice('invitation')} />}
        <FormError text={errorText} />
        <FormButtons>
          {props.cancelLink}
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? t('common:saving') : props.submitLabel}
          </Button>
        </FormButtons>
      </div>
    </form>
  )
}

/** The sentence that says what the address is for, or why it cannot be changed here. */
function useEmailHint({
  isSelf,
  isAdmin,
  protectedUntil,
}: Required<Pick<UserFormProps, 'isSelf' | 'protectedUntil'>> & { isAdmin: boolean }): string {
  const { t } = useTranslation('users')
  const { language, timeZone } = useTelling()
  if (isSelf) return t('ownEmailHint')
  if (isAdmin) return t('administratorEmailHint')
  if (protectedUntil === null) return t('emailHint')
  return t('protectedEmailHint', { moment: exactTime(protectedUntil, language, timeZone) })
}
