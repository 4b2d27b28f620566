import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { useCopy } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { OneTimeSecret, SecretBox, useOneTimeSecret } from '#ui/one-time-secret.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { apiKeysConfig } from '../api-keys.config.ts'

interface NewKeyDialogProps {
  /** Whether the form is open. A key that was just created is shown in any case. */
  isOpen: boolean
  /** The number of the user's keys that have not expired. */
  used: number | undefined
  onClose: () => void
}

/** The dialog that creates a key, and then shows the text of the key once. */
export function NewKeyDialog({ isOpen, used, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation('api-keys')
  const [token, setToken] = useState<string>()
  const secret = useOneTimeSecret(token !== undefined, () => {
    setToken(undefined)
    onClose()
  })
  return (
    <Dialog
      isOpen={isOpen || token !== undefined}
      onClose={secret.close}
      closesOnlyByButton={secret.closesOnlyByButton}
      title={token === undefined ? t('new') : t('made')}
      description={token === undefined ? undefined : t('shownOnce')}
    >
      {token === undefined ? (
        <RoomLimit used={used} most={apiKeysConfig.maxPerUser} onClose={onClose}>
          <NewKeyForm onCancel={onClose} onMade={(made) => setToken(made.token)} />
        </RoomLimit>
      ) : (
        <OneTimeSecret secret={secret} text={token} label={t('copyKey')}>
          <SecretBox>{token}</SecretBox>
          <CopyCommand token={token} onCopied={secret.keep} />
        </OneTimeSecret>
      )}
    </Dialog>
  )
}

/** A button that copies a command to try the key with. */
function CopyCommand({ token, onCopied }: { token: string; onCopied: () => void }) {
  const { t } = useTranslation('api-keys')
  const copy = useCopy(`curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/v1/me`, onCopied)
  return (
    <Button className="mt-4" onClick={copy}>
      {t('copyCommand')}
    </Button>
  )
}
