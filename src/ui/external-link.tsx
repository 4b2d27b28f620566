import { ExternalLink as Icon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { displayAddressWithoutScheme } from '#lib/text-safety.ts'

/** A link to another site, shown as its address without the scheme. */
export function ExternalLink({ href }: { href: string }) {
  const { t } = useTranslation()
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-link external-link">
      <bdi>{displayAddressWithoutScheme(href)}</bdi>
      <Icon aria-label={t('opensInNewTab')} className="rtl:-scale-x-100" />
    </a>
  )
}
