import { useRouteContext } from '@tanstack/react-router'
import type { Permission } from '#auth/permissions.ts'

/** Returns the viewer's permissions in an area: in `app` those in the active organization, otherwise the viewer's own. */
export function usePermissionsIn(area: 'app' | 'manager'): Permission[] {
  const { permissions, permissionsInOrganization = [] } = useRouteContext({ from: `/${area}` }).viewer
  return area === 'manager' ? permissions : permissionsInOrganization
}
