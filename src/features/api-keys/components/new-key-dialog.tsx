import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#ui/copy-button.tsx'
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
          <div className="grid gap-5">
            <LabeledText name={t('key')} text={token} />
            <LabeledText
              name={t('try')}
              text={`curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/v1/users`}
              renderButton={(text) => <CopyButton text={text} label={t('copyTry')} onCopied={secret.keep} />}
            />
          </div>
        </OneTimeSecret>
      )}
    </Dialog>
  )
}

interface LabeledTextProps {
  name: string
  text: string
  renderButton?: (text: string) => ReactNode
}

/** A text to copy, under its label. */
function LabeledText({ name, text, renderButton }: LabeledTextProps) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{name}</p>
      <SecretBox>
        <code className="min-w-0 flex-1 py-1 font-mono text-small break-all select-all">{text}</code>
        {renderButton?.(text)}
      </SecretBox>
    </div>
  )
}
