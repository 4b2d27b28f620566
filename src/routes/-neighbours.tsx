import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { NeighbourLinks } from '#features/repositories/components/neighbour-links.tsx'
import { neighboursQuery, type ShownList } from '#features/repositories/neighbours.queries.ts'
import { useShortcuts } from '#shell/use-shortcuts.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'

interface NeighboursProps {
  id: string
  area: 'app' | 'manager'
}

/** The ways along the list that led to a repository's page, by `j` and `k` too; none where no list did. */
export function Neighbours({ id, area }: NeighboursProps) {
  const list = useLocation({ select: ({ state }) => state.repositories })
  // The server does not know what is in the browser's history.
  return useIsHydrated() && list && <AlongList id={id} area={area} list={list} />
}

function AlongList({ id, area, list }: NeighboursProps & { list: ShownList }) {
  const navigate = useNavigate()
  const { data } = useQuery(neighboursQuery(id, list))

  function goTo(beside: { id: string } | null | undefined) {
    if (!beside) return
    void navigate({ to: `/${area}/repositories/$id`, params: { id: beside.id }, state: { repositories: list } })
  }

  useShortcuts({ j: () => goTo(data?.next), k: () => goTo(data?.previous) })
  return <NeighbourLinks area={area} list={list} neighbours={data} />
}
