import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { onDemoRefusal } from '#lib/demo-signal.ts'
import { Dialog } from '#ui/dialog.tsx'

/** Explains itself whenever the demo has refused a change, wherever that was. */
export function DemoOverlay() {
  const { i18n } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => onDemoRefusal(() => void i18n.loadNamespaces('demo').then(() => setIsOpen(true))), [i18n])

  if (!isOpen) return null
  return <OpenOverlay onClose={() => setIsOpen(false)} />
}

const { command, readmeUrl, contactEmail } = appConfig.starter

function OpenOverlay({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('demo')
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    await navigator.clipboard.writeText(command)
    setIsCopied(true)
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('title')} description={t('text')}>
      <p>{t('ownApp')}</p>
      <pre dir="ltr" className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 text-sm">
        <code>{command}</code>
      </pre>
      <button type="button" onClick={() => void copy()} className="mt-2 inline-flex min-h-11 items-center text-link">
        <span aria-live="polite">{isCopied ? t('copied') : t('copy')}</span>
      </button>
      <p className="mt-3">
        <a href={readmeUrl} target="_blank" rel="noopener noreferrer" className="text-link">
          {t('readme')}
        </a>
      </p>
      <p className="mt-3 text-muted">{t('contact', { email: `\u2068${contactEmail}\u2069` })}</p>
    </Dialog>
  )
}
