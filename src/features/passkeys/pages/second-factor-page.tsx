import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { useOneTimeSecret } from '#ui/one-time-secret.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useSaveForm } from '#ui/use-save-form.ts'
import { PasskeyDialogButton } from '../components/passkey-dialog-button.tsx'
import PasskeyConfirmation from '../components/passkey-confirmation.tsx'
import { RecoveryCodes } from '../components/recovery-codes.tsx'
import { type findSecondFactor, makeRecoveryCodes, redeemRecoveryCode } from '../passkeys.functions.ts'
import { secondFactorQuery } from '../passkeys.queries.ts'
import { recoveryCodeInput } from '../passkeys.schema.ts'

type SecondFactor = Awaited<ReturnType<typeof findSecondFactor>>

interface SecondFactorPageProps {
  /** Opens the page that was requested. */
  onGiven: () => void
  signOutButton: ReactNode
}

/**
 * The page before the administrators' area if a second factor is required: accepts a passkey or a recovery code. An
 * administrator who has neither creates a passkey and then recovery codes here, and cannot continue without the codes.
 */
export function SecondFactorPage({ onGiven, signOutButton }: SecondFactorPageProps) {
  const { t } = useTranslation('passkeys')
  const { data: factor } = useSuspenseQuery(secondFactorQuery)
  const [codes, setCodes] = useState<string[]>()
  const secret = useOneTimeSecret(codes !== undefined, onGiven)
  const queryClient = useQueryClient()
  const step = nextStepOf(factor)

  async function createFirst() {
    const { createPasskey } = await import('../create-passkey.ts')
    await createPasskey()
    // Refetch first: if creating the recovery codes fails, the page then shows that step, and not the passkey step again.
    await queryClient.invalidateQueries(secondFactorQuery)
    await makeCodes()
  }

  async function makeCodes() {
    setCodes(await makeRecoveryCodes())
  }

  if (codes)
    return (
      <>
        <h1 className="mb-1 text-heading font-semibold">{t('gate.saveTitle')}</h1>
        <RecoveryCodes codes={codes} secret={secret} />
      </>
    )
  return (
    <>
      <h1 className="text-heading font-semibold">{t(`gate.steps.${step}.title`)}</h1>
      <p className="mt-1 mb-6 text-muted">{t(`gate.steps.${step}.lead`)}</p>
      {step === 'proof' && <SecondFactorForm hasPasskey={factor.passkeys > 0} onGiven={onGiven} />}
      {step === 'first' && (
        <PasskeyDialogButton label={t('gate.create')} variant="primary" isWide onPress={createFirst} />
      )}
      {step === 'codes' && (
        <PasskeyDialogButton label={t('recovery.make')} variant="primary" isWide onPress={makeCodes} />
      )}
      <div className="mt-6 grid gap-2 border-t border-hairline pt-4">
        <Link to="/app" className={buttonClasses('ghost')}>
          {t('gate.withoutManager')}
        </Link>
        {signOutButton}
      </div>
    </>
  )
}

/**
 * Returns the user's next step: create a first passkey (`first`), create recovery codes (`codes`), confirm with either (`proof`),
 * or contact another administrator, because the user has reported an intruder and so lost passkeys and codes (`lost`).
 */
function nextStepOf({ needsSecondFactor, passkeys, recoveryCodesLeft, isLost }: SecondFactor) {
  if (!needsSecondFactor) return 'codes'
  if (passkeys + recoveryCodesLeft > 0) return 'proof'
  return isLost ? 'lost' : 'first'
}

function SecondFactorForm({ hasPasskey, onGiven }: { hasPasskey: boolean; onGiven: () => void }) {
  const { t } = useTranslation('passkeys')
  const [isByCode, setIsByCode] = useState(!hasPasskey)

  return (
    <>
      {isByCode ? <RecoveryCodeForm onRedeemed={onGiven} /> : <PasskeyConfirmation onConfirmed={onGiven} />}
      {hasPasskey && (
        <Button variant="ghost" className="mt-2 w-full" onClick={() => setIsByCode(!isByCode)}>
          {isByCode ? t('gate.usePasskey') : t('gate.useCode')}
        </Button>
      )}
    </>
  )
}

function RecoveryCodeForm({ onRedeemed }: { onRedeemed: () => void }) {
  const { t } = useTranslation('passkeys')
  const { field, errorText, isBusy, onSubmit } = useSaveForm({
    schema: recoveryCodeInput,
    initial: { code: '' },
    sentence: (key: MessageKeyOf<'passkeys'>, numbers) => t(`messages.${key}`, numbers),
    isQuestion: true,
    onSave: async (typed) => {
      await redeemRecoveryCode({ data: typed })
      onRedeemed()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <TextField
        label={t('gate.code')}
        hint={t('gate.codeHint')}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        errorLines={1}
        {...field('code')}
      />
      <p role="alert" className="min-h-5 text-small text-danger">
        {errorText}
      </p>
      <Button type="submit" variant="primary" isBusy={isBusy} className="mt-1 w-full">
        {isBusy ? t('gate.confirming') : t('gate.confirm')}
      </Button>
    </form>
  )
}
