import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Tick } from '#ui/checkbox.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import { EXPORT_FORMATS, type HistorySearch } from '../history-search.ts'

interface HistoryExportProps {
  search: HistorySearch
  /** The last one was refused. */
  hasFailed: boolean
}

/** The form that downloads what is filtered; a plain one, so that the browser writes the file as it comes. */
export function HistoryExport({ search, hasFailed }: HistoryExportProps) {
  const { t } = useTranslation('audit')
  const timeZone = useTimeZone()
  return (
    <details className="open:w-full" open={hasFailed || undefined}>
      <summary className={`${buttonClasses()} cursor-pointer`}>
        <Download aria-hidden="true" className="size-4" />
        {t('export')}
      </summary>
      <form method="post" className="mt-3 rounded-card border border-hairline bg-surface p-4">
        <HiddenFields values={{ intent: 'export-history', ...search, timeZone }} />
        <p className="mb-3 max-w-[65ch] text-muted">{t('exportLead')}</p>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          <SelectField
            name="format"
            label={t('format')}
            options={EXPORT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
          />
          <Tick name="byteOrderMark" value="yes" label={t('byteOrderMark')} className="mb-5 min-h-11" />
        </div>
        <Button type="submit">{t('download')}</Button>
        <p role="alert" className="mt-1.5 min-h-5 text-small text-danger">
          {hasFailed && t('exportFailed')}
        </p>
      </form>
    </details>
  )
}
