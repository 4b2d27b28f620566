import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { useSignOut } from './use-sign-out.ts'

/** A form that signs out, so that it also works without JavaScript. */
export function SignOutForm({ className, children }: { className?: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { signOut, isLeaving } = useSignOut()

  function submit(event: FormEvent) {
    event.preventDefault()
    void signOut()
  }

  return (
    <form method="post" onSubmit={submit} className={className}>
      <HiddenFields values={{ intent: 'sign-out' }} />
      <Button type="submit" isBusy={isLeaving} className="w-full">
        {isLeaving ? t('signingOut') : children}
      </Button>
    </form>
  )
}
