import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import { OneTimeSecret, SecretBox, useOneTimeSecret } from '#ui/one-time-secret.tsx'

interface SecretDialogProps {
  /** Undefined if there is no secret to show. */
  secret: string | undefined
  onDone: () => void
}

/** The secret of a webhook, shown only once. */
export function SecretDialog({ secret = '', onDone }: SecretDialogProps) {
  const { t } = useTranslation('webhooks')
  const shown = useOneTimeSecret(secret !== '', onDone)
  return (
    <Dialog
      isOpen={secret !== ''}
      onClose={shown.close}
      closesOnlyByButton={shown.closesOnlyByButton}
      title={t('secret.title')}
      description={t('secret.keep')}
    >
      <OneTimeSecret secret={shown} text={secret} label={t('secret.copy')}>
        <SecretBox>{secret}</SecretBox>
      </OneTimeSecret>
    </Dialog>
  )
}
