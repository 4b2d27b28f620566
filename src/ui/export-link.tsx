import { useTranslation } from 'react-i18next'
import { buttonClasses } from './button.tsx'

/** The link that downloads all rows of a filtered list. A plain one: the browser writes the file as it comes, without a script. */
export function ExportLink({ path, search }: { path: string; search: Record<string, string> }) {
  const { t } = useTranslation()
  const given = Object.entries({ ...search, bom: '1' }).filter(([, value]) => value !== '')
  return (
    <a href={`${path}?${new URLSearchParams(given).toString()}`} className={buttonClasses()}>
      {t('list.export')}
    </a>
  )
}
