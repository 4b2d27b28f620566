import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Room } from '#ui/room.tsx'
import { NewKeyForm } from './new-key-form.tsx'

interface NewKeyDialogProps {
  /** How many keys the person has that have not ended. */
  used: number | undefined
  onClose: () => void
}

/** The dialog that makes a key, and shows it this once. */
export function NewKeyDialog({ used, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation('keys')
  const [token, setToken] = useState<string>()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={token === undefined ? t('new') : t('made')}
      description={token === undefined ? undefined : t('shownOnce')}
    >
      {token === undefined ? (
        <Room used={used} most={appConfig.apiKey.mostPerPerson} onClose={onClose}>
          <NewKeyForm onCancel={onClose} onMade={(made) => setToken(made.token)} />
        </Room>
      ) : (
        <MadeKey token={token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function MadeKey({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('keys')
  return (
    <div className="grid gap-5">
      <Copied name={t('key')} label={t('copyKey')} text={token} />
      <Copied
        name={t('try')}
        label={t('copyTry')}
        text={`curl -H "Authorization: Bearer ${token}" ${window.location.origin}/api/v1/users`}
      />
      <Button variant="primary" onClick={onClose} className="w-full">
        {t('done')}
      </Button>
    </div>
  )
}

/** A text for a program, to be copied. */
function Copied({ name, label, text }: { name: string; label: string; text: string }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">{name}</p>
      <div dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken py-2 ps-3 pe-1">
        <code className="min-w-0 flex-1 font-mono text-sm break-all select-all">{text}</code>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  )
}
