import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'

/** The link that downloads all rows of an import that have problems. */
export function ProblemsLink({ id }: { id: string }) {
  const { t } = useTranslation('imports')
  return (
    <a href={`/manager/imports/problems?id=${id}`} className={buttonClasses()}>
      <Download aria-hidden="true" className="size-4" />
      {t('download')}
    </a>
  )
}
