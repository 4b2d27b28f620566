import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { saveFile } from '#lib/browser.ts'
import { Button } from '#ui/button.tsx'
import { OneTimeSecret, type OneTimeSecretState } from '#ui/one-time-secret.tsx'

/** New recovery codes, shown only once, to copy, download or print. */
export function RecoveryCodes({ codes, secret }: { codes: string[]; secret: OneTimeSecretState }) {
  const { t } = useTranslation('passkeys')
  const shown = codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
  const text = shown.join('\n')

  function download() {
    saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), `${appConfig.slug}-recovery-codes.txt`)
    secret.keep()
  }

  function print() {
    window.print()
    secret.keep()
  }

  return (
    <OneTimeSecret secret={secret} text={text} label={t('recovery.copy')}>
      <p className="text-muted">{t('recovery.keep')}</p>
      <ol dir="ltr" className="mt-4 grid gap-x-6 gap-y-1 rounded-control bg-sunken p-4 font-mono sm:grid-cols-2">
        {shown.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        <Button onClick={download}>{t('recovery.download')}</Button>
        <Button onClick={print}>{t('recovery.print')}</Button>
      </div>
    </OneTimeSecret>
  )
}
