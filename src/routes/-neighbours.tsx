import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { NeighbourLinks } from '#features/repositories/components/neighbour-links.tsx'
import { neighboursQuery, type ShownList } from '#features/repositories/neighbours.queries.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'

interface NeighboursProps {
  id: string
  area: 'app' | 'manager'
}

/** The links to the previous and next repository of the list that led to this page; renders nothing without a list. */
export function Neighbours({ id, area }: NeighboursProps) {
  const list = useLocation({ select: ({ state }) => state.repositories })
  // The server cannot read the state of the browser's history.
  return useIsHydrated() && list && <ListNeighbours id={id} area={area} list={list} />
}

function ListNeighbours({ id, area, list }: NeighboursProps & { list: ShownList }) {
  const { data } = useQuery(neighboursQuery(id, list))
  return <NeighbourLinks area={area} list={list} neighbours={data} />
}
