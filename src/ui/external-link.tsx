import { ExternalLink as Icon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { plainAddress } from '#lib/spoofing.ts'

/** A link that leaves the product, shown as what it is. */
export function ExternalLink({ href }: { href: string }) {
  const { t } = useTranslation()
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="text-link inline-flex max-w-full items-center gap-1.5"
    >
      <bdi className="truncate">{plainAddress(href)}</bdi>
      <Icon aria-label={t('opensInNewTab')} className="size-4 shrink-0 rtl:-scale-x-100" />
    </a>
  )
}
