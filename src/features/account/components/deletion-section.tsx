import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { codeMessage } from '#one-time-code/code-messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-end.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { useAccountMutations } from '../account.mutations.ts'
import { RequestedCodeForm } from './requested-code-form.tsx'
import { Section } from '#ui/section.tsx'

interface DeletionSectionProps {
  email: string
  /** Leaves the page once the account is deleted. */
  onDeleted: () => void
}

/** The card that deletes the account. It explains the consequences, and requires a code that was just sent. */
export function DeletionSection({ email, onDeleted }: DeletionSectionProps) {
  const { t } = useTranslation('account')
  const { askForCode, remove } = useAccountMutations()
  const [step, setStep] = useState<'closed' | 'question' | 'code'>('closed')
  const ask = () => askForCode('delete-account')
  return (
    <Section anchor="deletion" title={t('deletion.title')}>
      <p className="mb-4 text-muted">{t('deletion.lead')}</p>
      <Button variant="danger" onClick={() => setStep('question')}>
        {t('deletion.title')}
      </Button>
      <Dialog
        isOpen={step !== 'closed'}
        onClose={() => setStep('closed')}
        title={t('deletion.title')}
        description={step === 'code' ? t('deletion.codeLead', { email: isolateDirection(email) }) : t('deletion.lead')}
      >
        {step === 'code' ? (
          <RequestedCodeForm
            asked={{ purpose: 'delete-account' }}
            submitLabel={t('deletion.title')}
            busyLabel={t('deletion.deleting')}
            isDangerous
            onCode={(code) => remove(code).then(onDeleted)}
            onAskAgain={ask}
          />
        ) : (
          <DeletionQuestion
            onCancel={() => setStep('closed')}
            onGo={async () => {
              await ask()
              setStep('code')
            }}
          />
        )}
      </Dialog>
    </Section>
  )
}

function DeletionQuestion({ onCancel, onGo }: { onCancel: () => void; onGo: () => Promise<void> }) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const { t: tLogin } = useTranslation('login')
  const ownText = (failure: unknown) => codeMessage(tLogin, failure, i18n.language)
  const { errorText, isBusy: isSending, run } = useAction({ ownText })
  return (
    <div className="grid gap-5">
      <FormError text={errorText} />
      <div className="form-buttons">
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button variant="danger" isBusy={isSending} onClick={() => run(onGo)}>
          {isSending ? t('email.sending') : t('deletion.sendCode')}
        </Button>
      </div>
    </div>
  )
}
