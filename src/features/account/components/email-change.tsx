import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentAuthentication } from '#auth/recent-authentication.ts'
import { AppError } from '#lib/app-error.ts'
import { isolated } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { reAuthenticate } from '../account.functions.ts'
import type { AccountChanges } from '../account.mutations.ts'
import { requestedCodeQuery } from '../account.queries.ts'
import { RequestedCodeForm } from './requested-code-form.tsx'
import { NewEmailForm } from './new-email-form.tsx'

interface EmailChangeProps {
  email: string
  /** The new address, from the URL, once a code was sent to it; empty before. */
  newEmail: string
  onNewEmail: (newEmail: string) => Promise<void>
  /** Removes the new address from the URL. */
  onClose: () => void
  onSaved: () => Promise<void>
  changes: Pick<AccountChanges, 'askForCode' | 'requestNewEmail' | 'saveEmail'>
}

/** Changes the address in steps: the new address, a code from the present one (skipped if recent), a code from the new one. */
export function EmailChange({ email, newEmail, onNewEmail, onClose, onSaved, changes }: EmailChangeProps) {
  const { t } = useTranslation('account')
  const [isOpen, setIsOpen] = useState(false)
  // The new address while the user authenticates again; otherwise empty.
  const [waiting, setWaiting] = useState('')
  const { data: asked } = useQuery({ ...requestedCodeQuery({ newEmail }), enabled: newEmail !== '' })
  const step = newEmail !== '' ? 'code' : waiting !== '' ? 'reAuthenticate' : 'address'

  async function requestCode(address: string) {
    try {
      await waitForCode(address)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SESSION_EXPIRED') throw error
      await changes.askForCode('re-authenticate')
      setWaiting(address)
    }
  }

  async function waitForCode(address: string) {
    await changes.requestNewEmail(address)
    await onNewEmail(address)
    startOver()
  }

  function startOver() {
    setIsOpen(false)
    setWaiting('')
  }

  function close() {
    startOver()
    if (newEmail !== '') onClose()
  }

  function form() {
    if (step === 'address') return <NewEmailForm email={email} onAsk={requestCode} />
    if (step === 'reAuthenticate')
      return (
        <RequestedCodeForm
          key={step}
          asked={{ purpose: 're-authenticate' }}
          onCode={async (code) => {
            await reAuthenticate({ data: { code } })
            await waitForCode(waiting)
          }}
          onAskAgain={() => changes.askForCode('re-authenticate')}
        />
      )
    return (
      <RequestedCodeForm
        key={newEmail}
        asked={{ newEmail }}
        onCode={async (code) => {
          await withRecentAuthentication(() => changes.saveEmail(newEmail, code))
          await onSaved()
        }}
        onAskAgain={() => withRecentAuthentication(() => changes.requestNewEmail(newEmail))}
      />
    )
  }

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('profile.changeEmail')}</Button>
      <Dialog
        isOpen={isOpen || newEmail !== ''}
        onClose={close}
        title={t(`email.steps.${step}`)}
        description={t(`email.lead.${step === 'code' && asked?.state === null ? 'notAsked' : step}`, {
          email: isolated(newEmail || email),
        })}
      >
        {form()}
      </Dialog>
    </>
  )
}
