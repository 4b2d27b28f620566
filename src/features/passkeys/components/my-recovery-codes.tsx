import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmButton } from '#ui/confirm.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useOneTimeSecret } from '#ui/one-time-secret.tsx'
import { makeRecoveryCodes } from '../passkeys.functions.ts'
import { usePasskeyMutations } from '../passkeys.mutations.ts'
import { secondFactorQuery } from '../passkeys.queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Shows the number of unused recovery codes, and creates new ones; only if a second factor is required and was confirmed. */
export function MyRecoveryCodes() {
  const { t } = useTranslation('passkeys')
  const { data: factor } = useSuspenseQuery(secondFactorQuery)
  const { invalidate } = usePasskeyMutations()
  const [codes, setCodes] = useState<string[]>()
  const secret = useOneTimeSecret(codes !== undefined, () => {
    setCodes(undefined)
    void invalidate()
  })
  if (!factor.isRequired || factor.needsSecondFactor) return null
  return (
    <div className="mt-3 border-t border-hairline pt-4">
      <h3 className="font-medium">{t('recovery.title')}</h3>
      <p className="mt-1 text-muted">{t('recovery.lead')}</p>
      <p className="mt-1 mb-3">{t('recovery.left', { left: factor.recoveryCodesLeft })}</p>
      <ConfirmButton
        summary={t('recovery.makeSummary')}
        description={t('recovery.makeQuestion')}
        action={t('recovery.make')}
        onConfirm={async () => setCodes(await makeRecoveryCodes())}
      />
      <Dialog
        isOpen={codes !== undefined}
        onClose={secret.close}
        closesOnlyByButton={secret.closesOnlyByButton}
        title={t('recovery.title')}
      >
        <RecoveryCodes codes={codes ?? []} secret={secret} />
      </Dialog>
    </div>
  )
}
