import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { nameInput } from '#user/user-fields.ts'
import { Button } from '#ui/button.tsx'
import { FormEnd } from '#ui/form-end.tsx'
import { Section } from '#ui/section.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'

interface ProfileSectionsProps {
  name: string
  email: string
  onChangeName: () => void
  /** The control that changes the address; null if that is not allowed. */
  emailChange: ReactNode
}

/** The user's name, and the address they sign in with. */
export function ProfileSections({ name, email, onChangeName, emailChange }: ProfileSectionsProps) {
  const { t } = useTranslation('account')
  return (
    <>
      <Section title={t('profile.name')}>
        <Value text={name} action={<Button onClick={onChangeName}>{t('profile.changeName')}</Button>} />
      </Section>
      <Section title={t('profile.email')}>
        <Value text={email} action={emailChange} />
      </Section>
    </>
  )
}

function Value({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className="value flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 break-words">
        <bdi>{text}</bdi>
      </p>
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
