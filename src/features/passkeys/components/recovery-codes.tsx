import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { saveFile } from '#lib/browser.ts'
import { Button } from '#ui/button.tsx'

interface RecoveryCodesProps {
  codes: string[]
  onDone: () => void
}

/** New recovery codes, shown this once: to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('passkeys')
  const [isCopied, setIsCopied] = useState(false)
  const shown = codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
  const text = shown.join('\n')

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      // They can be selected by hand.
      () => undefined,
    )
  }

  function download() {
    saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), `${appConfig.name.toLowerCase()}-recovery-codes.txt`)
  }

  return (
    <>
      <p className="text-muted">{t('recovery.keep')}</p>
      <ol dir="ltr" className="mt-4 grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono sm:grid-cols-2">
        {shown.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <Button onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? t('recovery.copied') : t('recovery.copy')}</span>
        </Button>
        <Button onClick={download}>{t('recovery.download')}</Button>
        <Button onClick={() => window.print()}>{t('recovery.print')}</Button>
      </div>
      <Button variant="primary" onClick={onDone} className="mt-6 w-full print:hidden">
        {t('recovery.done')}
      </Button>
    </>
  )
}
