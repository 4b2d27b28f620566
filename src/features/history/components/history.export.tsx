import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses } from '#ui/button.tsx'
import { ChoiceInput } from '#ui/checkbox.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import { useDismissibleDetails } from '#ui/use-dismissible-details.ts'
import type { HistorySearch } from '../history-search.ts'

const FORMATS = ['csv', 'jsonl'] as const

/** The form that downloads the filtered entries. Submitted by the browser, which can save the file while it is received. */
export function HistoryExport({ search }: { search: HistorySearch }) {
  const { t } = useTranslation('audit')
  const timeZone = useTimeZone()
  const menu = useDismissibleDetails()
  return (
    <details {...menu} className="relative">
      <summary className={`${buttonClasses()} cursor-pointer`}>
        <Download aria-hidden="true" className="size-4" />
        {t('export')}
      </summary>
      <form
        action="/manager/history/export"
        className="absolute end-0 top-full z-40 mt-2 grid w-90 max-w-[calc(100vw-32px)] gap-4 rounded-card border border-hairline bg-surface p-4 shadow-lg"
      >
        <HiddenFields values={{ ...search, timeZone }} />
        <p className="text-muted">{t('exportLead')}</p>
        <SelectField
          name="format"
          label={t('format')}
          options={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
        />
        <ChoiceInput name="bom" value="1" label={t('byteOrderMark')} />
        <Button type="submit" variant="primary">
          {t('download')}
        </Button>
      </form>
    </details>
  )
}
