import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { userFields, type UserFields } from '../users.schema.ts'
import { ROLES } from '../user-choices.ts'

interface UserFormProps {
  title: string
  /** What is there now; absent for a new person. */
  initial?: UserFields
  /** It is the administrator's own: address and role are not changed here. */
  isSelf?: boolean
  submitLabel: string
  /** The way out without saving. */
  cancelLink: ReactNode
  /** Saves; what it throws is shown on its field, or above the button. */
  onSave: (fields: UserFields) => Promise<void>
}

const EMPTY: UserFields = { email: '', name: '', role: 'user' }

/** The form for a person, as a page. A failing save keeps what was typed. */
export function UserForm({ title, initial = EMPTY, isSelf = false, submitLabel, cancelLink, onSave }: UserFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const { field, choice, errorText, isBusy, onSubmit } = useSaveForm({
    schema: userFields,
    initial,
    sentence: (key: MessageKeyOf<'users'>, numbers) => t(`messages.${key}`, numbers),
    takenKey: 'emailTaken',
    onSave,
  })
  const submit = (
    <Button type="submit" variant="primary" isBusy={isBusy}>
      {isBusy ? t('common:saving') : submitLabel}
    </Button>
  )
  const roles = ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))

  return (
    <form noValidate onSubmit={onSubmit}>
      <PageHeader title={title} action={submit} />
      <div className="grid max-w-[560px] gap-2 rounded-card border border-hairline bg-surface p-6">
        <TextField
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          autoFocus={!isSelf}
          readOnly={isSelf}
          hint={isSelf ? t('ownEmailHint') : t('emailHint')}
          {...field('email')}
        />
        <TextField label={t('name')} autoComplete="off" dir="auto" autoFocus={isSelf} {...field('name')} />
        {isSelf ? (
          <SelectField label={t('role')} options={roles} value={initial.role} disabled hint={t('ownRoleHint')} />
        ) : (
          <SelectField label={t('role')} options={roles} {...choice('role')} />
        )}
        <p role="alert" className="min-h-5 text-sm text-danger">
          {errorText}
        </p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          {cancelLink}
          {submit}
        </div>
      </div>
    </form>
  )
}
