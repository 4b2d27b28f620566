import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { saveFile } from '#lib/browser.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-end.tsx'
import { useAction } from '#ui/use-error-text.ts'
import { downloadData } from '../account.functions.ts'
import { accountKey } from '../account.queries.ts'
import { Section } from '#ui/section.tsx'

/** The card for downloading all data that is stored about the user. */
export function DataSection() {
  const { t } = useTranslation('account')
  const queryClient = useQueryClient()
  const { errorText, isBusy: isPreparing, run } = useAction()

  async function download() {
    const file = await downloadData()
    saveFile(await file.blob(), `${appConfig.slug}-account.json`)
    await queryClient.invalidateQueries({ queryKey: accountKey })
  }

  return (
    <Section title={t('data.title')}>
      <p className="mb-4 text-muted">{t('data.lead')}</p>
      <Button isBusy={isPreparing} onClick={() => run(download)}>
        {!isPreparing && <Download aria-hidden="true" className="size-4" />}
        {isPreparing ? t('data.preparing') : t('data.download')}
      </Button>
      <FormError text={errorText} className="mt-1.5" />
    </Section>
  )
}
