import { useRouteContext } from '@tanstack/react-router'
import type { Permission } from '#auth/permissions.ts'

/** The permissions that the viewer has in an area: administrators in theirs; in the other one, by the active organization. */
export function usePermissionsIn(area: 'app' | 'manager'): Permission[] {
  const { permissions, permissionsInOrganization = [] } = useRouteContext({ from: `/${area}` }).viewer
  return area === 'manager' ? permissions : permissionsInOrganization
}
