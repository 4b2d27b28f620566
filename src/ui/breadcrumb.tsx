import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface BreadcrumbProps {
  /** The pages above this one, the topmost first. */
  parents: (Pick<LinkProps, 'to' | 'params'> & { label: string })[]
  /** The name of this page. */
  current: string
  /** The content at the end of the line. */
  aside?: ReactNode
}

/** The path from the top of an area to a page; on phones an arrow back to the page above. */
export function Breadcrumb({ parents, current, aside }: BreadcrumbProps) {
  const { t } = useTranslation()
  return (
    <div className="mb-2 flex items-center justify-between gap-3 text-small text-muted print:hidden">
      <nav aria-label={t('breadcrumb')} className="min-w-0">
        <ol className="flex min-w-0 items-center">
          {parents.map(({ label, ...link }) => (
            <li
              key={label}
              className="flex min-w-0 items-center max-md:not-nth-last-2:hidden md:after:mx-1.5 md:after:content-['/']"
            >
              <Link
                {...link}
                // Otherwise the link to a page above would be marked as the current page.
                activeOptions={{ exact: true }}
                className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control hover:text-text hover:underline md:min-h-6"
              >
                <ArrowLeft aria-hidden="true" className="size-5 shrink-0 md:hidden rtl:-scale-x-100" />
                <bdi className="truncate">{label}</bdi>
              </Link>
            </li>
          ))}
          <li aria-current="page" className="min-w-0 truncate max-md:hidden">
            <bdi>{current}</bdi>
          </li>
        </ol>
      </nav>
      {aside}
    </div>
  )
}
