import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
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

type MessageKey = 'emailRequired' | 'emailInvalid' | 'emailTooLong' | 'emailTaken' | 'nameRequired' | 'nameInvalid'

const EMPTY: UserFields = { email: '', name: '', role: 'user' }

/** The page with the fields of a person. A failing save keeps what was typed. */
export function UserForm({ title, initial = EMPTY, isSelf = false, submitLabel, cancelLink, onSave }: UserFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const { form, errorText, onSubmit } = useSaveForm({
    resolver: zodResolver(userFields),
    initial,
    takenMessage: 'emailTaken',
    onSave,
  })
  const { errors, isSubmitting } = form.formState

  function messageOf(field: 'email' | 'name'): string | undefined {
    const key = errors[field]?.message as MessageKey | undefined
    return key && t(`messages.${key}`, { count: appConfig.user.nameMaxLength })
  }

  const submit = (
    <Button type="submit" variant="primary" isBusy={isSubmitting}>
      {isSubmitting ? t('common:saving') : submitLabel}
    </Button>
  )
  const roles = ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
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
          error={messageOf('email')}
          defaultValue={initial.email}
          {...form.register('email')}
        />
        <TextField
          label={t('name')}
          autoComplete="off"
          dir="auto"
          autoFocus={isSelf}
          error={messageOf('name')}
          defaultValue={initial.name}
          {...form.register('name')}
        />
        {isSelf ? (
          <SelectField label={t('role')} options={roles} value={initial.role} disabled hint={t('ownRoleHint')} />
        ) : (
          <SelectField label={t('role')} options={roles} defaultValue={initial.role} {...form.register('role')} />
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
