import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'

interface SecretDialogProps {
  /** Undefined while there is none to show. */
  secret: string | undefined
  onDone: () => void
}

/** The secret of a webhook, shown this once. */
export function SecretDialog({ secret, onDone }: SecretDialogProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Dialog isOpen={secret !== undefined} onClose={onDone} title={t('secret.title')} description={t('secret.keep')}>
      <p dir="ltr" className="flex items-center gap-2 rounded-control bg-sunken p-4 font-mono">
        <code className="min-w-0 flex-1 break-all select-all">{secret}</code>
        <CopyButton text={secret ?? ''} label={t('secret.copy')} />
      </p>
      <Button variant="primary" onClick={onDone} className="mt-6 w-full">
        {t('secret.done')}
      </Button>
    </Dialog>
  )
}
