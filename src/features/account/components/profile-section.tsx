import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Section } from './section.tsx'

interface ProfileSectionProps {
  name: string
  email: string
  onChangeName: () => void
  /** Changes the address; absent where that may not be done. */
  emailChange: ReactNode
}

/** The card with the person's name, and the address they sign in with. */
export function ProfileSection({ name, email, onChangeName, emailChange }: ProfileSectionProps) {
  const { t } = useTranslation('account')
  return (
    <Section title={t('profile.title')}>
      <div className="grid gap-4">
        <Entry
          term={t('profile.name')}
          value={name}
          action={<Button onClick={onChangeName}>{t('profile.changeName')}</Button>}
        />
        <Entry term={t('profile.email')} value={email} action={emailChange} />
      </div>
    </Section>
  )
}

function Entry({ term, value, action }: { term: string; value: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <dl className="min-w-0">
        <dt className="text-sm text-muted">{term}</dt>
        <dd className="font-medium">
          <bdi>{value}</bdi>
        </dd>
      </dl>
      {action}
    </div>
  )
}
