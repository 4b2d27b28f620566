import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { ensureTexts } from '#i18n/require-texts.ts'
import { onDemoRefusal } from '#lib/browser.ts'
import { isolateDirection } from '#lib/intl.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showFailure } from '#ui/toast.ts'
import { errorTextOf } from '#ui/use-error-text.ts'

/** A dialog that explains the demo after it has rejected a change on any page. */
export default function DemoOverlay() {
  const { i18n } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    async function explain() {
      try {
        await ensureTexts(i18n, ['demo'])
        setIsOpen(true)
      } catch (failure) {
        await showFailure(await errorTextOf(i18n, failure))
      }
    }
    return onDemoRefusal(() => void explain())
  }, [i18n])

  if (!isOpen) return null
  return <OpenOverlay onClose={() => setIsOpen(false)} />
}

function OpenOverlay({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('demo')
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} description={t('text')}>
      {appConfig.starter && <Starter {...appConfig.starter} />}
    </Dialog>
  )
}

function Starter({ command, readmeUrl, contactEmail }: NonNullable<typeof appConfig.starter>) {
  const { t } = useTranslation('demo')
  const commandText = useRef<HTMLElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(command)
      setIsCopied(true)
    } catch {
      // Browsers might refuse to copy, for example without https. Selects the command, so that users can copy it by keyboard.
      if (commandText.current) window.getSelection()?.selectAllChildren(commandText.current)
    }
  }

  return (
    <>
      <p>{t('ownApp')}</p>
      <pre dir="ltr" className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 text-small">
        <code ref={commandText}>{command}</code>
      </pre>
      <Button onClick={() => void copy()} className="mt-2">
        <span aria-live="polite">{isCopied ? t('copied') : t('copy')}</span>
      </Button>
      <p className="mt-3">
        <a href={readmeUrl} target="_blank" rel="noopener noreferrer" className="text-link">
          {t('readme')}
        </a>
      </p>
      <p className="mt-3 text-muted">{t('contact', { email: isolateDirection(contactEmail) })}</p>
    </>
  )
}
