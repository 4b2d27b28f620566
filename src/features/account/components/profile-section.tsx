import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { nameInput } from '#user/user-fields.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { Section } from '#ui/section.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'

interface ProfileSectionProps {
  name: string
  email: string
  onChangeName: () => void
  /** The control that changes the address; null if that is not allowed. */
  emailChange: ReactNode
  onSignOut: () => Promise<void>
}

/** The card with the user's name, the address they sign in with, and a button that signs out after a confirmation. */
export function ProfileSection({ name, email, onChangeName, emailChange, onSignOut }: ProfileSectionProps) {
  const { t } = useTranslation(['account', 'common'])
  return (
    <Section anchor="profile" title={t('profile.title')}>
      <div className="-my-3 divide-y divide-hairline">
        <Row
          term={t('profile.name')}
          value={<bdi>{name}</bdi>}
          action={<Button onClick={onChangeName}>{t('profile.changeName')}</Button>}
        />
        <Row term={t('profile.email')} value={<bdi>{email}</bdi>} action={emailChange} />
        <Row
          term={t('profile.thisDevice')}
          value={t('profile.signedIn')}
          action={
            <ConfirmButton
              summary={t('signOutHere')}
              description={t('signOutQuestion')}
              action={t('common:signOut')}
              onConfirm={onSignOut}
            />
          }
        />
      </div>
    </Section>
  )
}

function Row({ term, value, action }: { term: string; value: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <dl className="min-w-0">
        <dt className="text-small text-muted">{term}</dt>
        <dd className="font-medium">{value}</dd>
      </dl>
      {action}
    </div>
  )
}

interface NameFormProps {
  name: string
  onSave: (name: string) => Promise<void>
  onCancel: () => void
}

/** The form for the user's name. Keeps the typed text if saving fails. */
export function NameForm({ name, onSave, onCancel }: NameFormProps) {
  const { t } = useTranslation('onboarding')
  const { field, ...form } = useSaveForm({
    schema: nameInput,
    initial: { name },
    sentence: (key: MessageKeyOf<'onboarding'>, numbers) => t(`messages.${key}`, numbers),
    onSave: (typed) => onSave(typed.name),
  })

  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
      <TextField label={t('name')} autoFocus autoComplete="name" dir="auto" hint={t('nameHint')} {...field('name')} />
      <FormEnd {...form} onCancel={onCancel} />
    </form>
  )
}
