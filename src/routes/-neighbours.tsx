import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { NeighbourLinks } from '#features/repositories/components/neighbour-links.tsx'
import { neighboursQuery, type ShownList } from '#features/repositories/neighbours.queries.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'

interface NeighboursProps {
  id: string
  area: 'app' | 'manager'
}

/** The ways along the list that led to a repository's page; none where no list did. */
export function Neighbours({ id, area }: NeighboursProps) {
  const list = useLocation({ select: ({ state }) => state.repositories })
  // The server does not know what is in the browser's history.
  return useIsHydrated() && list && <AlongList id={id} area={area} list={list} />
}

function AlongList({ id, area, list }: NeighboursProps & { list: ShownList }) {
  const { data } = useQuery(neighboursQuery(id, list))
  return <NeighbourLinks area={area} list={list} neighbours={data} />
}
