import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ShownList } from '../neighbours.queries.ts'
import type { Neighbours } from '../neighbours.server.ts'

interface NeighbourLinksProps {
  area: 'app' | 'manager'
  /** The filters and the order of the list from which this page was opened. */
  list: ShownList
  /** Undefined while loading. */
  neighbours: Neighbours | undefined
}

const ICONS = { previous: ChevronUp, next: ChevronDown }
const RELATIONS = { previous: 'prev', next: 'next' }

/** The links to the previous and next repository in the list from which this page was opened. */
export function NeighbourLinks({ area, list, neighbours }: NeighbourLinksProps) {
  const { t } = useTranslation('discovery')
  return (
    <nav aria-label={t('inList')} className="flex print:hidden">
      {(['previous', 'next'] as const).map((side) => {
        const Icon = ICONS[side]
        const beside = neighbours?.[side]
        const icon = <Icon aria-hidden="true" className="size-5" />
        const classes =
          '-my-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control md:pointer-fine:-my-1 md:pointer-fine:size-8'
        if (!beside)
          return (
            <span
              key={side}
              role="link"
              aria-disabled="true"
              aria-label={t(`beside.${side}`)}
              className={`${classes} opacity-40`}
            >
              {icon}
            </span>
          )
        return (
          <Link
            key={side}
            to={`/${area}/repositories/$id`}
            rel={RELATIONS[side]}
            params={{ id: beside.id }}
            state={{ repositories: list }}
            aria-label={t(`${side}Named`, { name: beside.name })}
            title={t(`${side}Named`, { name: beside.name })}
            className={`${classes} hover:bg-sunken hover:text-text`}
          >
            {icon}
          </Link>
        )
      })}
    </nav>
  )
}
