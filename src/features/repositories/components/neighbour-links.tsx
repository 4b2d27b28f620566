import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useHydrated } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { neighboursQuery, type ShownList } from '../neighbours.queries.ts'

interface NeighbourLinksProps {
  id: string
  area: 'app' | 'manager'
}

const ICONS = { previous: ChevronUp, next: ChevronDown }
const RELATIONS = { previous: 'prev', next: 'next' }

/** The links to the previous and next repository in the list that led to this page; renders nothing without a list. */
export function NeighbourLinks(props: NeighbourLinksProps) {
  const list = useLocation({ select: ({ state }) => state.repositories })
  // The server cannot read the state of the browser's history.
  return useHydrated() && list && <ListNeighbours list={list} {...props} />
}

function ListNeighbours({ id, area, list }: NeighbourLinksProps & { list: ShownList }) {
  const { t } = useTranslation('discovery')
  const { data: neighbours } = useQuery(neighboursQuery(id, list))
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
