import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Tick } from '#ui/checkbox.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import type { HistorySearch } from '../history-search.ts'

const FORMATS = ['csv', 'jsonl'] as const

/** The form that downloads the filtered entries. Submitted by the browser, which can save the file while it is received. */
export function HistoryExport({ search }: { search: HistorySearch }) {
  const { t } = useTranslation('audit')
  const timeZone = useTimeZone()
  return (
    <details className="open:w-full">
      <summary className={`${buttonClasses()} cursor-pointer`}>
        <Download aria-hidden="true" className="size-4" />
        {t('export')}
      </summary>
      <form action="/manager/history/export" className="mt-3 rounded-card border border-hairline bg-surface p-4">
        <HiddenFields values={{ ...search, timeZone }} />
        <p className="mb-3 max-w-[65ch] text-muted">{t('exportLead')}</p>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
          <div className="w-full sm:w-72">
            <SelectField
              name="format"
              label={t('format')}
              options={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
            />
          </div>
          <Tick name="bom" value="1" label={t('byteOrderMark')} className="mb-5 min-h-11" />
        </div>
        <Button type="submit">{t('download')}</Button>
      </form>
    </details>
  )
}
