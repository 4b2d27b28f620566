import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { isolateDirection } from '#lib/intl.ts'
import { findProblem, type MessageOf } from '#lib/validation-issue.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { emailField } from '#user/user-fields.ts'
import { EmailOrUrlField } from '#ui/text-field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useOneFieldForm } from '#ui/plain-form.tsx'
import { errorTextOf } from '#ui/use-error-text.ts'
import { useAccountMutations } from '../account.mutations.ts'
import { requestedCodeQuery } from '../account.queries.ts'
import { RequestedCodeForm } from './requested-code-form.tsx'

interface EmailChangeProps {
  email: string
  /** The new address, from the URL, once a code was sent to it; empty before. */
  newEmail: string
  onNewEmail: (newEmail: string) => Promise<void>
  /** Called on close; must remove the new address from the URL. */
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Changes the address in steps: the new address, then a code from it. Before, a dialog asks for a code from the present address. */
export function EmailChange({ email, newEmail, onNewEmail, onClose, onSaved }: EmailChangeProps) {
  const { t } = useTranslation('account')
  const changes = useAccountMutations()
  const [isOpen, setIsOpen] = useState(false)
  const { data: asked } = useQuery({ ...requestedCodeQuery({ newEmail }), enabled: newEmail !== '' })
  const step = newEmail === '' ? 'address' : 'code'

  async function requestCode(address: string) {
    await changes.requestNewEmail(address)
    await onNewEmail(address)
    setIsOpen(false)
  }

  function close() {
    setIsOpen(false)
    if (newEmail !== '') onClose()
  }

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('profile.changeEmail')}</Button>
      <Dialog
        isOpen={isOpen || newEmail !== ''}
        onClose={close}
        title={t(`email.steps.${step}`)}
        description={t(`email.lead.${step === 'code' && asked?.state === null ? 'notAsked' : step}`, {
          email: isolateDirection(newEmail || email),
        })}
      >
        {step === 'address' ? (
          <NewEmailForm email={email} onAsk={requestCode} />
        ) : (
          <RequestedCodeForm
            asked={{ newEmail }}
            onCode={(code) => changes.saveEmail(newEmail, code).then(onSaved)}
            onAskAgain={() => changes.requestNewEmail(newEmail)}
          />
        )}
      </Dialog>
    </>
  )
}

interface NewEmailFormProps {
  /** The user's present address. */
  email: string
  onAsk: (newEmail: string) => Promise<void>
}

/** The form for the new address. Keeps the typed address if the server refuses it. */
function NewEmailForm({ email, onAsk }: NewEmailFormProps) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const { t: tLogin } = useTranslation('login')
  const sentence: MessageOf<MessageKeyOf<'login'>> = (key, numbers) => tLogin(`messages.${key}`, numbers)
  const { input, error, isBusy, onSubmit } = useOneFieldForm({
    findProblem: ({ value }) => findProblem(emailField, value, sentence) ?? sameAddress(value),
    failureText: (failure) => codeMessage(tLogin, failure, i18n.language) ?? errorTextOf(i18n, failure),
    onSend: (typed) => onAsk(emailField.parse(typed)),
  })

  function sameAddress(typed: string): string | undefined {
    return emailField.parse(typed) === email ? t('messages.emailSame') : undefined
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <EmailOrUrlField
        ref={input}
        label={t('email.new')}
        name="newEmail"
        type="email"
        autoComplete="email"
        autoFocus
        error={error}
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-3 w-full">
        {isBusy ? t('email.sending') : t('common:continue')}
      </Button>
    </form>
  )
}
