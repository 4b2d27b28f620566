import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Section } from './section.tsx'

/** The card that signs the person out, after a question. */
export function SignOutSection({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { t } = useTranslation(['account', 'common'])
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Section title={t('signOutTitle')}>
      <Button onClick={() => setIsConfirming(true)}>{t('common:signOut')}</Button>
      <Confirm
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        description={t('common:signOutQuestion')}
        action={t('common:signOut')}
        onConfirm={onSignOut}
      />
    </Section>
  )
}
