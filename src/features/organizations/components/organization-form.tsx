import { useTranslation } from 'react-i18next'
import { LANGUAGE_CHOICES, type Language } from '#i18n/languages.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { rolesGrantableBy, type OrganizationRole } from '#lib/organization-roles.ts'
import { FormEnd } from '#ui/form-end.tsx'
import { HiddenFields, type HiddenFormFields } from '#ui/plain-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { EmailOrUrlField, TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { invitationFields, organizationFields, type InvitationFields } from '../organizations.schema.ts'

interface FormProps<Fields> {
  plain: HiddenFormFields
  onSave: (fields: Fields) => Promise<void>
  /** Absent for a form outside of a dialog, which has no cancel button. */
  onCancel?: () => void
}

/** The form for the name of an organization. */
export function OrganizationForm({
  initial = '',
  submitLabel,
  ...props
}: FormProps<{ name: string }> & { initial?: string; submitLabel: string }) {
  const { t } = useTranslation(['organizations', 'common'])
  const { field, ...form } = useSaveForm({
    intent: props.plain.intent,
    schema: organizationFields,
    initial: { name: initial },
    sentence: (key: MessageKeyOf<'organizations'>, numbers) => t(`messages.${key}`, numbers),
    onSave: props.onSave,
  })
  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <HiddenFields values={props.plain} />
      <TextField
        label={t('name')}
        autoFocus={props.onCancel !== undefined}
        autoComplete="off"
        dir="auto"
        {...field('name')}
      />
      <FormEnd {...form} submitLabel={submitLabel} onCancel={props.onCancel} />
    </form>
  )
}

/** The form for an invitation: email address, role and language. */
export function InvitationForm({ ownRole, ...props }: FormProps<InvitationFields> & { ownRole: OrganizationRole }) {
  const { t, i18n } = useTranslation(['organizations', 'common'])
  const { field, choice, ...form } = useSaveForm({
    intent: props.plain.intent,
    schema: invitationFields,
    initial: { email: '', role: 'member', language: i18n.language as Language },
    sentence: (key: MessageKeyOf<'organizations'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: props.onSave,
  })
  return (
    <form method="post" noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <HiddenFields values={props.plain} />
      <EmailOrUrlField label={t('email')} type="email" autoFocus {...field('email')} />
      <SelectField label={t('role')} hint={t('roleHint')} options={useRoleChoices(ownRole)} {...choice('role')} />
      <SelectField label={t('language')} options={LANGUAGE_CHOICES} {...choice('language')} />
      <FormEnd {...form} submitLabel={t('send')} onCancel={props.onCancel} />
    </form>
  )
}

/** Returns the roles that a member with this role can give. */
export function useRoleChoices(ownRole: OrganizationRole) {
  const { t } = useTranslation('organizations')
  return rolesGrantableBy(ownRole).map((value) => ({ value, label: t(`memberRoles.${value}`) }))
}
