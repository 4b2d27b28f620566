import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { Permission } from '#auth/permissions.ts'
import { repositoryQuery } from '#features/repositories/repositories.queries.ts'

/** Returns the viewer's permissions in an area: in `app` those in the active organization, otherwise the viewer's own. */
export function usePermissionsIn(area: 'app' | 'manager'): Permission[] {
  const { permissions, permissionsInOrganization = [] } = useRouteContext({ from: `/${area}` }).viewer
  return area === 'manager' ? permissions : permissionsInOrganization
}

/** Returns the viewer's permissions on a repository. In `app`, the role in the active organization gives none on rows of others. */
export function usePermissionsOn(area: 'app' | 'manager', id: string): Permission[] {
  const { organization } = useSuspenseQuery(repositoryQuery(id)).data
  const { viewer } = useRouteContext({ from: `/${area}` })
  const permissions = usePermissionsIn(area)
  return area === 'manager' || organization?.id === viewer.organization?.id ? permissions : []
}
